// SPDX-License-Identifier: Apache-2.0
#include "bench/plain.h"

#include <algorithm>
#include <numeric>

#include "bench/clock.h"
#include "runtime/model/solo.h"

namespace redact::bench {

namespace {

constexpr size_t kMostRows = 512;

double weight_bytes(const Model& model) {
  const Weight& w = model.weights().layers[0].ffn_up;
  return static_cast<double>(w.row_bytes()) / static_cast<double>(w.cols) *
         multiplied_weights(model);
}

// Runs one sequence through the plain forward pass and the whole head, as llama-bench does.
class Plain {
 public:
  Plain(const Model& model, const PlacedModel& placed, Ops& ops, size_t n_rows, size_t n_entries)
      : config_(model.config()),
        ops_(ops),
        solo_(placed, ops, n_rows, n_entries),
        head_(ops.prepare(model.weights().output, WeightUse::kMultiplied)),
        logits_(ops.allocate_floats(config_.n_vocab)) {}

  // Rows [n_past, n_past + n) of arbitrary tokens, and the logits of the last.
  void step(size_t n_past, size_t n) {
    std::vector<int32_t> ids(n);
    for (size_t i = 0; i < n; ++i) ids[i] = static_cast<int32_t>((n_past + i) * 7919 % 1000);
    solo_.rewind(n_past);
    const auto hidden = solo_.run(ids);
    const Product head{head_, logits_.get()};
    ops_.matmul({&head, 1}, hidden.data() + (n - 1) * config_.d_model, 1);
    ops_.finish();
  }

 private:
  const Config& config_;
  Ops& ops_;
  Solo solo_;
  Weight head_;
  std::shared_ptr<float[]> logits_;
};

}  // namespace

double multiplied_weights(const Model& model) {
  double n = 0;
  for (const LayerWeights& w : model.weights().layers) {
    for (const Weight* m :
         {&w.attn_q, &w.attn_k, &w.attn_v, &w.attn_output, &w.ffn_gate, &w.ffn_up, &w.ffn_down}) {
      n += static_cast<double>(m->rows) * static_cast<double>(m->cols);
    }
  }
  return n;
}

size_t plain_positions(const PlainOptions& options) {
  return options.n_prompt + std::max(options.n_generate, options.passes ? kMostRows : 0) + 1;
}

void add_plain_rows(const PlainOptions& options, const Model& model, const PlacedModel& placed,
                    Ops& ops, const Limits& limits, std::vector<Row>& rows) {
  const size_t most_rows = std::max<size_t>(options.n_prompt, options.passes ? kMostRows : 1);
  Plain plain(model, placed, ops, most_rows, plain_positions(options));
  const auto add = [&](const std::string& test, const std::vector<double>& rates, double share) {
    rows.push_back({{"model", model.config().name},
                    {"device", options.device},
                    {"threads", options.n_threads},
                    {"test", test},
                    {"t/s", mean_sd(rates)},
                    {"Top/s", 2e-12 * multiplied_weights(model) * rates.back()},
                    {"% of limit", 100 * share}});
  };
  std::vector<double> rates;
  if (options.n_prompt > 0) {
    plain.step(0, options.n_prompt);  // warm-up
    for (size_t r = 0; r < options.repetitions; ++r) {
      const auto start = Clock::now();
      plain.step(0, options.n_prompt);
      rates.push_back(static_cast<double>(options.n_prompt) / seconds_since(start));
    }
    const double ops_per_second = 2 * multiplied_weights(model) * rates.back();
    add("pp" + std::to_string(options.n_prompt), rates,
        limits.int8 > 0 ? ops_per_second / limits.int8 : 0);
  }
  rates.clear();
  if (options.n_generate > 0) {
    plain.step(0, 1);
    for (size_t r = 0; r < options.repetitions; ++r) {
      const auto start = Clock::now();
      for (size_t i = 0; i < options.n_generate; ++i) plain.step(i, 1);
      rates.push_back(static_cast<double>(options.n_generate) / seconds_since(start));
    }
    const Weight& head = model.weights().output;
    const double bytes = weight_bytes(model) + static_cast<double>(head.row_bytes() * head.rows);
    add("tg" + std::to_string(options.n_generate), rates, bytes * rates.back() / limits.memory);
  }
  if (!options.passes) return;
  double one = 0;
  for (size_t n = 1; n <= kMostRows; n *= 2) {
    double best = 1e30;
    for (size_t r = 0; r < 1 + options.repetitions; ++r) {  // the first warms up
      const auto start = Clock::now();
      plain.step(options.n_prompt, n);
      if (r > 0) best = std::min(best, seconds_since(start));
    }
    if (n == 1) one = best;
    rows.push_back({{"model", model.config().name},
                    {"rows of a pass", n},
                    {"ms", 1000 * best},
                    {"of one row's", best / one},
                    {"rows/s", static_cast<double>(n) / best}});
  }
}

}  // namespace redact::bench
