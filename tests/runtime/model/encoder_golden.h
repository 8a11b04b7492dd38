// SPDX-License-Identifier: Apache-2.0
// A golden encoder with the logits of transformers in double precision, at several lengths.
#pragma once

#include "base/thread_pool.h"
#include "kernels/cpu/cpu_features.h"
#include "kernels/open_device.h"
#include "tests/runtime/model/golden_run.h"
#include "tests/support/reference_ops.h"

namespace redact::testing {

class EncoderGolden : public ::testing::TestWithParam<const char*> {
 protected:
  struct Run {
    size_t n;
    std::vector<size_t> positions;
    std::vector<std::vector<double>> logits;  // [positions, n_classes]
  };

  EncoderGolden() {
    const auto json = read_golden(name_ + ".json");
    ids_ = json.at("ids").get<std::vector<int32_t>>();
    for (const auto& run : json.at("runs")) {
      runs_.push_back({run.at("n"), run.at("positions"), run.at("logits")});
    }
  }
  std::vector<float> logits(Ops& ops, const Run& run) {
    return run_at(model_, ops, std::span(ids_).first(run.n), run.n, run.positions);
  }
  double error(Ops& ops, const Run& run) { return nmse(logits(ops, run), run.logits); }
  bool is_quantised() const { return name_.ends_with("q8_0"); }
  // So exact, an error of 1e-7, which GELU by tanh and another eps would make, shows.
  double bound() const { return is_quantised() ? 1e-3 : 1e-10; }

  void expect_agreement(size_t n_runs) {
    ASSERT_EQ(runs_.size(), n_runs);
    for (const Run& run : runs_) {
      const double found = error(*ops_, run);
      EXPECT_LT(found, bound()) << run.n << " tokens";
      RecordProperty("nmse_" + std::to_string(run.n), std::to_string(found * 1e12));
    }
  }
  void expect_that_the_reference_agrees() {
    ReferenceOps reference;
    for (const Run& run : runs_) {
      if (run.n > 40) continue;
      EXPECT_LT(error(reference, run), bound()) << run.n << " tokens";
    }
  }
  void expect_the_same_bits_of_all_levels_and_threads() {
    const auto want = logits(*ops_, runs_.back());
    ThreadPool one(1);
    EXPECT_EQ(logits(*open_device("cpu", one).value(), runs_.back()), want);
    for (const CpuLevel level : kCpuLevels) {
      if (!cpu_has(level)) continue;
      const auto ops = open_device("cpu:" + std::string(cpu_level_name(level)), pool_).value();
      EXPECT_EQ(logits(*ops, runs_.back()), want) << cpu_level_name(level);
    }
  }
  // Two windows of one step give the bits that each gives alone (P4).
  void expect_windows_do_not_touch() {
    constexpr size_t kFirst = 40, kSecond = 17, kBoth = kFirst + kSecond;
    const auto placed = PlacedModel::place(model_, *ops_, kFirst).value();
    const std::vector<uint32_t> pages = {4, 2, 0}, others = {1, 3};
    const auto ids = std::span(ids_).first(kBoth);
    std::vector<int32_t> positions(kBoth);
    for (size_t i = 0; i < kBoth; ++i) {
      positions[i] = static_cast<int32_t>(i < kFirst ? i : i - kFirst);
    }
    const auto run = [&](size_t begin, size_t n, std::span<const Segment> segments) {
      const KvCache cache(*ops_, model_.config(), {5, 5}, true);
      Activations activations(*ops_, model_.config(), n);
      const auto hidden = forward(
          *placed, {ids.subspan(begin, n), std::span(positions).subspan(begin, n), segments}, cache,
          *ops_, activations);
      return std::vector<float>(hidden.begin(), hidden.end());
    };
    const Segment both[] = {{0, kFirst, 0, pages.data(), true},
                            {kFirst, kSecond, 0, others.data(), true}};
    const Segment second{0, kSecond, 0, others.data(), true};
    std::vector<float> alone = run(0, kFirst, {both, 1});
    const auto rest = run(kFirst, kSecond, {&second, 1});
    alone.insert(alone.end(), rest.begin(), rest.end());
    EXPECT_EQ(run(0, kBoth, both), alone);
  }

  const std::string name_ = GetParam();
  const Model model_ = Model::open(golden_path(name_ + ".gguf")).value();
  std::vector<int32_t> ids_;
  std::vector<Run> runs_;
  ThreadPool pool_{2};
  const std::unique_ptr<Ops> ops_ = open_device("cpu", pool_).value();
};

inline std::string golden_name(const ::testing::TestParamInfo<const char*>& param) {
  std::string name = param.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

}  // namespace redact::testing
