// SPDX-License-Identifier: Apache-2.0
#include "tools/gguf_logits.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "base/file_io.h"
#include "base/thread_pool.h"
#include "kernels/open_device.h"
#include "runtime/engine/memory_plan.h"
#include "runtime/model/solo.h"
#include "tools/program.h"

namespace redact {

namespace {

using Json = nlohmann::json;

Result<void> check_ids(const std::vector<int32_t>& ids, const Config& config) {
  for (const int32_t id : ids) {
    if (id < 0 || static_cast<size_t>(id) >= config.n_vocab) {
      return bad_input("--ids", "an id is outside the vocabulary");
    }
  }
  if (ids.size() > config.n_context) {
    return bad_input("--ids", "more than the " + std::to_string(config.n_context) +
                                  " tokens of the model's context");
  }
  return {};
}

// The `top` largest as [id, logit]; of equal logits the smaller id comes first.
Json best_of(const std::vector<float>& row, size_t top) {
  std::vector<size_t> ids(row.size());
  std::iota(ids.begin(), ids.end(), size_t{0});
  const size_t n = std::min(top, row.size());
  std::partial_sort(ids.begin(), ids.begin() + static_cast<ptrdiff_t>(n), ids.end(),
                    [&](size_t a, size_t b) { return row[a] != row[b] ? row[a] > row[b] : a < b; });
  Json best = Json::array();
  for (size_t i = 0; i < n; ++i) best.push_back({ids[i], row[ids[i]]});
  return best;
}

// Writes the rows to a file of floats, or as JSON lines to standard output.
class Rows {
 public:
  static Result<Rows> open(const LogitsOptions& options) {
    Rows rows(options.top);
    if (options.output.empty()) return rows;
    Result<AtomicFile> file = AtomicFile::create(options.output);
    if (!file.ok()) return at_output(file.error());
    rows.file_.emplace(std::move(file).value());
    return rows;
  }

  Result<void> add(const std::vector<float>& row) {
    if (!file_) {
      std::puts((top_ == 0 ? Json(row) : best_of(row, top_)).dump().c_str());
      return {};
    }
    const auto wrote =
        file_->write({reinterpret_cast<const char*>(row.data()), row.size() * sizeof(float)});
    return wrote.ok() ? wrote : at_output(wrote.error());
  }

  Result<void> finish() {
    if (!file_) return {};
    const auto done = file_->commit();
    return done.ok() ? done : at_output(done.error());
  }

 private:
  explicit Rows(size_t top) : top_(top) {}

  static Error at_output(const Error& error) { return {error.kind, "--output", error.message()}; }

  size_t top_;
  std::optional<AtomicFile> file_;
};

}  // namespace

Result<void> write_logits(const LogitsOptions& options) {
  const std::vector<int32_t>& ids = options.ids;
  REDACT_ASSIGN(
      const Model model,
      from("FILE", options.lora_path.empty()
                       ? Model::open(options.model_path)
                       : Model::open(options.model_path, options.lora_path, options.n_threads)));
  const Config& config = model.config();
  REDACT_TRY(check_ids(ids, config));
  ThreadPool pool(options.n_threads);
  REDACT_ASSIGN(const auto ops, open_device(options.device, pool));
  REDACT_TRY(fit_memory(model, *ops, {ids.size(), ids.size()}, ids.size()));
  REDACT_ASSIGN(const auto placed, PlacedModel::place(model, *ops, ids.size()));
  REDACT_ASSIGN(Rows rows, Rows::open(options));
  Solo solo(*placed, *ops, ids.size(), ids.size());
  const auto hidden = solo.run(ids);
  std::vector<int32_t> outputs(placed->weights().output.rows);  // the vocabulary, or classes
  std::iota(outputs.begin(), outputs.end(), 0);
  std::vector<float> row(outputs.size());
  const std::vector<uint32_t> offsets = {0, static_cast<uint32_t>(outputs.size())};
  for (size_t r = 0; r < ids.size(); ++r) {
    ops->candidate_logits(placed->weights().output, hidden.data() + r * config.d_model,
                          {offsets, outputs}, row.data());
    add_output_bias(placed->weights(), {offsets, outputs}, row.data());
    if (!std::all_of(row.begin(), row.end(), [](float logit) { return std::isfinite(logit); })) {
      return bad_input("row " + std::to_string(r), "has logits that are not finite numbers");
    }
    REDACT_TRY(rows.add(row));
  }
  return rows.finish();
}

}  // namespace redact
