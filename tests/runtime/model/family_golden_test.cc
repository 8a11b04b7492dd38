// SPDX-License-Identifier: Apache-2.0
// Compares families other than llama with transformers in double precision
// (tests/golden/make_family_goldens.py): biases, norms of heads and after projections, windows, two
// rotary bases, fused projections, LongRoPE, YaRN, experts.
#include "base/thread_pool.h"
#include "kernels/cpu/cpu_features.h"
#include "kernels/open_device.h"
#include "runtime/model/rope_angles.h"
#include "tests/runtime/model/golden_run.h"
#include "tests/support/reference_ops.h"

namespace redact::family_golden_test {

using testing::nmse;
using testing::run_at;

class FamilyGolden : public ::testing::TestWithParam<const char*> {
 protected:
  struct Run {
    size_t n;
    std::vector<size_t> positions;
    std::vector<std::vector<double>> logits;  // [positions, n_vocab]
  };

  FamilyGolden() {
    const auto json = testing::read_golden(name_ + ".json");
    ids_ = json.at("ids").get<std::vector<int32_t>>();
    for (const auto& run : json.at("runs")) {
      runs_.push_back({run.at("n"), run.at("positions"), run.at("logits")});
    }
  }
  std::vector<float> logits(Ops& ops, const Run& run, size_t chunk) {
    return run_at(model_, ops, std::span(ids_).first(run.n), chunk, run.positions);
  }
  bool is_long() const { return runs_.back().n > 1000; }

  const std::string name_ = GetParam();
  const Model model_ = Model::open(testing::golden_path(name_ + ".gguf")).value();
  std::vector<int32_t> ids_;
  std::vector<Run> runs_;
  ThreadPool pool_{2};
  const std::unique_ptr<Ops> ops_ = open_device("cpu", pool_).value();
};

// The bounds are those of forward_golden_test: with float weights the error is that of keys and
// values in halves, with quantised ones that of activations in eight bits.
TEST_P(FamilyGolden, LogitsAgreeWithTransformers) {
  const double bound = name_.ends_with("q8_0") ? 1e-3 : 1e-6;
  for (const Run& run : runs_) {
    const double error = nmse(logits(*ops_, run, std::min<size_t>(run.n, 512)), run.logits);
    EXPECT_LT(error, bound) << run.n << " tokens";
    ::testing::Test::RecordProperty("nmse_" + std::to_string(run.n), std::to_string(error * 1e9));
  }
}

// Compares the goldens with the verbs as they are specified, without halves.
TEST_P(FamilyGolden, TheReferenceOpsAgreeWithTransformers) {
  if (is_long()) GTEST_SKIP() << "takes minutes";
  testing::ReferenceOps reference;
  const double bound = name_.ends_with("q8_0") ? 1e-3 : 1e-9;
  EXPECT_LT(nmse(logits(reference, runs_[0], 40), runs_[0].logits), bound);
}

TEST_P(FamilyGolden, ChunksAndCpuLevelsGiveTheSameBits) {
  const Run& run = runs_.front();
  const auto want = logits(*ops_, run, std::min<size_t>(run.n, 512));
  if (is_long()) {
    EXPECT_EQ(logits(*ops_, run, 300), want);
    return;
  }
  for (const size_t chunk : {1, 3, 7}) EXPECT_EQ(logits(*ops_, run, chunk), want);
  for (const CpuLevel level : kCpuLevels) {
    if (!cpu_has(level)) continue;
    const auto ops = open_device("cpu:" + std::string(cpu_level_name(level)), pool_).value();
    EXPECT_EQ(logits(*ops, run, 7), want) << cpu_level_name(level);
  }
}

// Rotates by other angles than the model's.
struct OtherAngles : testing::ReferenceOps {
  explicit OtherAngles(const RopeSpec& spec) : angles(kRows * spec.n_dims) {
    const auto factors = yarn_factors(spec);
    fill_rope_angles(spec, factors.data(), kRows, angles.data());
  }
  void rope_store(const LayerCache& cache, const AttentionShape& shape, const Rope& rope, float* q,
                  float* k, const float* v) override {
    ReferenceOps::rope_store(cache, shape, {rope.n_dims, rope.pairs, angles.data()}, q, k, v);
  }
  static constexpr size_t kRows = 40;
  std::vector<float> angles;
};

TEST(YarnGolden, TellsWrongAnglesApart) {
  const Model model = Model::open(testing::golden_path("qwen2-yarn-f32.gguf")).value();
  const auto json = testing::read_golden("qwen2-yarn-f32.json");
  const auto ids = json.at("ids").get<std::vector<int32_t>>();
  const auto& run = json.at("runs").at(0);
  const auto error = [&](const RopeSpec& spec) {
    OtherAngles ops(spec);
    const auto got = run_at(model, ops, std::span(ids).first(OtherAngles::kRows),
                            OtherAngles::kRows, run.at("positions").get<std::vector<size_t>>());
    return nmse(got, run.at("logits"));
  };
  const RopeSpec right = model.config().ropes[0];
  EXPECT_LT(error(right), 1e-9);
  RopeSpec plain = right, short_numbers = right, other_bounds = right, other_context = right;
  plain.yarn.factor = 1;
  short_numbers.magnitude = 1;
  other_bounds.yarn.beta_fast = 8;
  other_context.yarn.original_context = 16384;
  for (const RopeSpec& wrong : {plain, short_numbers, other_bounds, other_context}) {
    EXPECT_GT(error(wrong), 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Families, FamilyGolden,
                         ::testing::Values("qwen2-f32", "qwen2-yarn-f32", "qwen3-f32", "gemma3-f32",
                                           "phi3-f32", "phi3-long-f32", "mixtral-f32",
                                           "mixtral-q8_0"),
                         [](const auto& param) {
                           std::string name = param.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace redact::family_golden_test
