// SPDX-License-Identifier: Apache-2.0
#include "bench/plain.h"

#include <algorithm>
#include <numeric>

#include "bench/clock.h"
#include "runtime/model/solo.h"

namespace redact::bench {

namespace {

constexpr size_t kMostRows = 512;

// Runs one sequence through the plain forward pass and the whole head, like llama-bench.
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

// Times `work`, and measures the limits around it.
struct Timing {
  std::vector<double> seconds;
  Limits limits;
};
template <typename Work>
Timing timed(const LimitMeter& meter, size_t repetitions, const Work& work) {
  Timing out;
  out.limits = meter.around([&] {
    work();  // warm-up
    for (size_t r = 0; r < repetitions; ++r) {
      const auto start = Clock::now();
      work();
      out.seconds.push_back(seconds_since(start));
    }
  });
  return out;
}

}  // namespace

size_t plain_positions(const PlainOptions& options) {
  const size_t deepest = *std::max_element(options.depths.begin(), options.depths.end());
  return deepest +
         std::max({options.n_prompt, options.n_generate, options.passes ? kMostRows : size_t{0}}) +
         1;
}

void add_plain_rows(const PlainOptions& options, const Subject& subject, const Model& model,
                    const PlacedModel& placed, Ops& ops, const LimitMeter& meter,
                    std::vector<Row>& rows) {
  const size_t most_rows = std::max<size_t>(options.n_prompt, options.passes ? kMostRows : 1);
  Plain plain(model, placed, ops, most_rows, plain_positions(options));
  // `limit`: the rate that `work` units per token are compared with.
  const auto add = [&](std::string test, size_t depth, double n, const Timing& of, double work,
                       double limit) {
    if (depth > 0) test += " @ d" + std::to_string(depth);
    std::vector<double> rates;
    for (const double s : of.seconds) rates.push_back(n / s);
    const double mean = std::accumulate(rates.begin(), rates.end(), 0.0) /
                        static_cast<double>(std::max<size_t>(rates.size(), 1));
    Row row = first_columns(subject);
    row["test"] = test;
    row["t/s"] = mean_sd(rates);
    row["Top/s"] = 2e-12 * subject.weights * mean;
    row["% of limit"] = limit > 0 ? Row(100 * work * mean / limit) : Row("-");
    row["limit GB/s"] = 1e-9 * of.limits.memory;
    row["limit int8 Gop/s"] = of.limits.int8 > 0 ? Row(1e-9 * of.limits.int8) : Row("-");
    add_last_columns(meter, row);
    rows.push_back(std::move(row));
  };
  for (const size_t depth : options.depths) {
    for (size_t at = 0; at < depth; at += most_rows)
      plain.step(at, std::min(most_rows, depth - at));
    if (options.n_prompt > 0) {
      const Timing of =
          timed(meter, options.repetitions, [&] { plain.step(depth, options.n_prompt); });
      add("pp" + std::to_string(options.n_prompt), depth, static_cast<double>(options.n_prompt), of,
          2 * subject.weights, of.limits.int8);
    }
    if (options.n_generate > 0) {
      const Timing of = timed(meter, options.repetitions, [&] {
        for (size_t i = 0; i < options.n_generate; ++i) plain.step(depth + i, 1);
      });
      add("tg" + std::to_string(options.n_generate), depth, static_cast<double>(options.n_generate),
          of, subject.weight_bytes + subject.head_bytes, of.limits.memory);
    }
  }
  if (!options.passes) return;
  for (const size_t depth : options.depths) {
    double one = 0;
    for (size_t n = 1; n <= kMostRows; n *= 2) {
      double best = 1e30;
      for (size_t r = 0; r < 1 + options.repetitions; ++r) {  // the first warms up
        const auto start = Clock::now();
        plain.step(depth, n);
        if (r > 0) best = std::min(best, seconds_since(start));
      }
      if (n == 1) one = best;
      rows.push_back({{"model", subject.model},
                      {"rows of a pass", n},
                      {"depth", depth},
                      {"ms", 1000 * best},
                      {"of one row's", best / one},
                      {"rows/s", static_cast<double>(n) / best}});
    }
  }
}

}  // namespace redact::bench
