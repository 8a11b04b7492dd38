// SPDX-License-Identifier: Apache-2.0
#include "tools/gguf_perplexity.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <numeric>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "kernels/open_device.h"
#include "runtime/model/solo.h"
#include "runtime/text/tokenizer.h"

namespace redact {

namespace {

// Rows of the vocabulary scored at a time: as floats they take 32 MiB if rows have 2,048 values,
// and the logits of 256 positions take 4 MiB.
constexpr size_t kVocabSlice = 4096;

// The logarithm of a sum of exponentials, built one term at a time.
class LogSum {
 public:
  void add(double x) {
    if (x > most_) {
      sum_ = sum_ * std::exp(most_ - x) + 1;
      most_ = x;
    } else {
      sum_ += std::exp(x - most_);
    }
  }
  double value() const { return most_ + std::log(sum_); }

 private:
  double most_ = -std::numeric_limits<double>::infinity(), sum_ = 0;
};

// -ln p(targets[r]) by the logits of hidden row r.
std::vector<double> negative_log_likelihoods(const Weight& head, const float* hidden,
                                             std::span<const int32_t> targets, Ops& ops) {
  const size_t n = targets.size();
  std::vector<LogSum> sums(n);
  std::vector<double> out(n);
  std::vector<uint32_t> offsets(n + 1);
  std::vector<int32_t> ids;
  std::vector<float> logits;
  for (size_t first = 0; first < head.rows; first += kVocabSlice) {
    const size_t width = std::min(kVocabSlice, head.rows - first);
    ids.resize(n * width);
    logits.resize(n * width);
    for (size_t r = 0; r < n; ++r) {
      offsets[r + 1] = static_cast<uint32_t>((r + 1) * width);
      std::iota(&ids[r * width], &ids[r * width] + width, static_cast<int32_t>(first));
    }
    ops.candidate_logits(head, hidden, {offsets, ids}, logits.data());
    for (size_t r = 0; r < n; ++r) {
      for (size_t i = 0; i < width; ++i) sums[r].add(logits[r * width + i]);
      const size_t target = static_cast<size_t>(targets[r]);
      if (target >= first && target < first + width) out[r] = -logits[r * width + target - first];
    }
  }
  for (size_t r = 0; r < n; ++r) out[r] += sums[r].value();
  return out;
}

Result<std::vector<int32_t>> read_tokens(const PerplexityOptions& options,
                                         const Tokenizer& tokenizer) {
  std::ifstream stream(options.text_path, std::ios::binary);
  if (!stream) return Error{ErrorKind::kNotFound, "TEXT", "cannot be read"};
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  REDACT_ASSIGN(const TokenizedText tokens, tokenizer.tokenize(text));
  std::vector<int32_t> ids = tokens.ids;
  if (tokenizer.add_bos()) ids.insert(ids.begin(), tokenizer.bos_id());
  if (ids.size() < options.window) {
    return Error{ErrorKind::kBadInput, "TEXT",
                 "has " + std::to_string(ids.size()) + " tokens, less than a window of " +
                     std::to_string(options.window)};
  }
  return ids;
}

void print(const PerplexityOptions& options, size_t n_tokens, const std::vector<double>& nlls) {
  const auto n = static_cast<double>(nlls.size());
  double sum = 0, squares = 0;
  for (const double nll : nlls) sum += nll, squares += nll * nll;
  const double mean = sum / n, variance = std::max(0.0, squares / n - mean * mean);
  const double perplexity = std::exp(mean);
  const nlohmann::ordered_json line = {
      {"tokens", n_tokens},
      {"windows", n_tokens / options.window},
      {"scored", nlls.size()},
      {"nll", mean},
      {"perplexity", perplexity},
      {"uncertainty", nlls.size() > 1 ? perplexity * std::sqrt(variance / (n - 1)) : 0.0}};
  std::puts(line.dump().c_str());
}

}  // namespace

Result<void> print_perplexity(const PerplexityOptions& options) {
  REDACT_ASSIGN(const Model model, Model::open(options.model_path));
  const Config& config = model.config();
  if (options.window < 4 || options.window > config.n_context) {
    return Error{ErrorKind::kBadInput, "--ctx-size",
                 "must be from 4 to the " + std::to_string(config.n_context) +
                     " tokens of the model's context"};
  }
  REDACT_ASSIGN(std::vector<int32_t> ids, read_tokens(options, model.tokenizer()));
  ThreadPool pool(options.n_threads);
  REDACT_ASSIGN(const auto ops, open_device(options.device, pool));
  REDACT_ASSIGN(const auto placed, PlacedModel::place(model, *ops, options.window));
  Solo solo(*placed, *ops, options.window, options.window);
  std::vector<double> nlls;
  for (size_t at = 0; at + options.window <= ids.size(); at += options.window) {
    const auto window = std::span(ids).subspan(at, options.window);
    if (model.tokenizer().add_bos()) window[0] = model.tokenizer().bos_id();
    solo.rewind(0);
    const float* hidden = solo.run(window).data();
    const size_t first = options.window / 2;
    const auto scored = negative_log_likelihoods(
        placed->weights().output, hidden + first * config.d_model, window.subspan(first + 1), *ops);
    REDACT_TRY(ops->status());
    for (const double nll : scored) {
      if (!std::isfinite(nll)) {
        return Error{ErrorKind::kBadInput, "FILE", "gives logits that are not numbers"};
      }
    }
    nlls.insert(nlls.end(), scored.begin(), scored.end());
  }
  print(options, ids.size(), nlls);
  return {};
}

}  // namespace redact
