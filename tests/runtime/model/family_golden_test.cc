// SPDX-License-Identifier: Apache-2.0
// Compares the forward pass with transformers, an independent implementation in double precision:
// llama (tests/golden/make_llama_goldens.py) with grouped key heads, tied and untied output, llama3
// rotary factors and every weight format; other families (make_family_goldens.py) with biases,
// norms of heads and after projections, windows, two rotary bases, fused projections, LongRoPE,
// YaRN, experts.
#include "runtime/model/rope_angles.h"
#include "tests/runtime/model/golden_run.h"
#include "tests/support/reference_ops.h"

namespace redact::family_golden_test {

using testing::nmse;
using testing::run_at;

class FamilyGolden : public testing::GoldenModel {
 protected:
  bool is_long() const { return runs_.back().n > 1000; }
};

TEST_P(FamilyGolden, LogitsAgreeWithTransformers) {
  // The weights are the same numbers on both sides, so with float activations the largest error is
  // that of keys and values in halves. Half a unit in the last of 11 bits is at most 2^-11 of a
  // number; evenly spread over all mantissas, that is 4e-8 of the power of keys or values. The
  // error of a value passes to the output unchanged, that of a key is multiplied by logits of up to
  // about 3, and there are two layers: 2 * (1 + 9) * 4e-8, under 1e-6. (Float rounding alone stays
  // below 1e-10: sums of 64 terms have errors some 10 bits above 2^-24.) Quantised weights are
  // multiplied by activations in int8: a block of 32 normal values has a largest magnitude of about
  // 2.1 sigma, so steps are 2.1 / 127 sigma and the error is (2.1 / 127)^2 / 12 = 2e-5 of the power
  // in each of 14 products.
  const double bound = is_quantised() ? 1e-3 : 1e-6;
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
  const double bound = is_quantised() ? 1e-3 : 1e-9;
  EXPECT_LT(nmse(logits(reference, runs_[0], 40), runs_[0].logits), bound);
}

// The reference rounds activations to int8 as the device does, but keeps keys and values unrounded.
// For float weights the bound is the one above. With quantised weights, a difference of d sigma,
// which is 2^-12 after the first keys and values, makes the fraction d / (2.1 / 127) of the values
// round up on one side and down on the other, each by a whole step. From product to product the
// difference grows to that of two independent roundings: twice the 2e-5 above, in each of 14
// products, 6e-4.
TEST_P(FamilyGolden, LogitsAgreeWithTheReferenceOps) {
  if (is_long()) GTEST_SKIP() << "takes minutes";
  testing::ReferenceOps reference;
  const auto want = logits(reference, runs_[0], 40), got = logits(*ops_, runs_[0], 40);
  double error = 0, power = 0;
  for (size_t i = 0; i < want.size(); ++i) {
    error += (got[i] - want[i]) * (got[i] - want[i]);
    power += want[i] * want[i];
  }
  EXPECT_LT(error / power, is_quantised() ? 1e-3 : 1e-6);
}

TEST_P(FamilyGolden, ChunksAndCpuLevelsGiveTheSameBits) {
  const Run& run = runs_.front();
  const auto want = logits(*ops_, run, std::min<size_t>(run.n, 512));
  if (is_long()) {
    EXPECT_EQ(logits(*ops_, run, 300), want);
    return;
  }
  for (const size_t chunk : {1, 3, 7}) EXPECT_EQ(logits(*ops_, run, chunk), want);
  expect_the_same_bits_of_all_levels(run, 7);
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
                         ::testing::Values("llama-f32", "llama-f16", "llama-bf16", "llama-q8_0",
                                           "llama-q4_0", "qwen2-f32", "qwen2-yarn-f32", "qwen3-f32",
                                           "gemma3-f32", "phi3-f32", "phi3-long-f32", "mixtral-f32",
                                           "mixtral-q8_0"),
                         testing::golden_name);

}  // namespace redact::family_golden_test
