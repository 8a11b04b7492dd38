// SPDX-License-Identifier: Apache-2.0
// Compares OpenAI's privacy-filter with wrong models of the same shapes, and windows with one pass.
#include "runtime/model/rope_angles.h"
#include "tests/runtime/model/encoder_golden.h"

namespace redact::privacy_filter_golden_test {

using testing::ReferenceOps;

class PrivacyFilterGolden : public testing::EncoderGolden {};

struct OtherPairs : ReferenceOps {
  void rope_store(const LayerCache& cache, const AttentionShape& shape, const Rope& rope, float* q,
                  float* k, const float* v) override {
    const Rope halves{rope.n_dims, RopePairs::kHalves, rope.cos_sin};
    ReferenceOps::rope_store(cache, shape, halves, q, k, v);
  }
};
struct OtherAngles : ReferenceOps {
  explicit OtherAngles(const RopeSpec& other) : spec(other) {}
  void rope_store(const LayerCache& cache, const AttentionShape& shape, const Rope& rope, float* q,
                  float* k, const float* v) override {
    const size_t n = step().n_rows();  // positions are those from 0 on
    std::vector<float> cos_sin(n * rope.n_dims);
    fill_rope_angles(spec, yarn_factors(spec).data(), n, cos_sin.data());
    ReferenceOps::rope_store(cache, shape, {rope.n_dims, rope.pairs, cos_sin.data()}, q, k, v);
  }
  RopeSpec spec;
};
struct OtherAttention : ReferenceOps {
  explicit OtherAttention(void (*how)(Attention& attention)) : change(how) {}
  void attention(const LayerCache& cache, const Attention& layer, const float* q,
                 float* out) override {
    Attention changed = layer;
    change(changed);
    ReferenceOps::attention(cache, changed, q, out);
  }
  void (*change)(Attention& attention);
};
struct NoOutputBias : ReferenceOps {
  void matmul_add(const Product& product, const float* x, size_t n_rows) override {
    ReferenceOps::matmul_add({product.w, product.out}, x, n_rows);
  }
};
struct OtherExperts : ReferenceOps {
  explicit OtherExperts(void (*how)(Experts& experts)) : change(how) {}
  void add_experts(const Norm& norm, const Experts& experts, float* x, size_t n_rows) override {
    Experts changed = experts;
    change(changed);
    ReferenceOps::add_experts(norm, changed, x, n_rows);
  }
  void (*change)(Experts& experts);
};
// The rows of gates and of the other factors taken by turns from both, as gpt-oss stores them.
struct Interleaved : ReferenceOps {
  void add_experts(const Norm& norm, const Experts& experts, float* x, size_t n_rows) override {
    const size_t d_ff = experts.up[0].rows, d = experts.up[0].cols;
    std::vector<std::vector<float>> rows;
    std::vector<Weight> halves[2];
    for (size_t e = 0; e < experts.up.size(); ++e) {
      for (size_t half = 0; half < 2; ++half) {
        std::vector<float>& out = rows.emplace_back();
        for (size_t r = half; r < 2 * d_ff; r += 2) {
          const Weight& from = r < d_ff ? experts.gate[e] : experts.up[e];
          const float* row = from.floats() + r % d_ff * d;
          out.insert(out.end(), row, row + d);
        }
        halves[half].push_back(experts.up[e]);
        halves[half].back().data = reinterpret_cast<const uint8_t*>(out.data());
      }
    }
    Experts changed{experts.router,    halves[0],           halves[1],         experts.down,
                    experts.n_used,    experts.router_bias, experts.gate_bias, experts.up_bias,
                    experts.down_bias, experts.clamped};
    ReferenceOps::add_experts(norm, changed, x, n_rows);
  }
};

TEST_P(PrivacyFilterGolden, TheGoldensTellWrongModelsApart) {
  if (is_quantised()) GTEST_SKIP() << "its bound is wider than these errors";
  const Run& run = runs_[3];
  ASSERT_EQ(run.n, 40u);
  RopeSpec no_magnitude = model_.config().ropes.front(), truncated = no_magnitude;
  no_magnitude.magnitude = 1;
  ASSERT_FALSE(truncated.yarn.whole_pairs);
  truncated.yarn.whole_pairs = true;
  OtherPairs pairs;
  OtherAngles as_long(no_magnitude), truncating(truncated);
  OtherAttention narrow([](Attention&a) { --a.radius; }), wide([](Attention&a) { ++a.radius; }),
      no_sink([](Attention&a) { a.sinks = nullptr; });
  NoOutputBias output_bias;
  OtherExperts router([](Experts&e) { e.router_bias = nullptr; }),
      gate([](Experts&e) { e.gate_bias = nullptr; }), up([](Experts&e) { e.up_bias = nullptr; }),
      down([](Experts&e) { e.down_bias = nullptr; }), silu([](Experts&e) { e.clamped = false; }),
      swapped([](Experts&e) { std::swap(e.gate, e.up); });
  Interleaved interleaved;
  const std::vector<Ops*> all = {&pairs,   &as_long,     &truncating, &narrow,     &wide,
                                 &no_sink, &output_bias, &router,     &gate,       &up,
                                 &down,    &silu,        &swapped,    &interleaved};
  for (size_t i = 0; i < all.size(); ++i) {
    const double found = error(*all[i], run);
    EXPECT_GT(found, 1e-8) << i;
    RecordProperty("nmse_of_wrong_" + std::to_string(i), std::to_string(found * 1e9));
  }
}

// Each layer sees 8 tokens to either side, so a window that reads 24 more than it decides gives
// what the whole text gives, although its positions begin at 0 again.
TEST_P(PrivacyFilterGolden, WindowsGiveWhatOnePassGives) {
  if (is_quantised()) GTEST_SKIP() << "rounded angles may exchange nearly equal experts";
  constexpr size_t kContext = 24, kDecided = 100, kTokens = 300;
  const auto ids = std::span(ids_).first(kTokens);
  const auto whole = testing::run_all(model_, *ops_, ids, kTokens);
  const size_t n_classes = model_.config().n_classes;
  double error = 0, power = 0;
  for (size_t first = 0; first < kTokens; first += kDecided) {
    const size_t begin = first - std::min(first, kContext);
    const size_t n = std::min(first + kDecided + kContext, kTokens) - begin;
    const auto window = testing::run_all(model_, *ops_, ids.subspan(begin, n), n);
    for (size_t i = first * n_classes; i < (first + kDecided) * n_classes; ++i) {
      const double apart = whole[i] - window[i - begin * n_classes];
      error += apart * apart, power += whole[i] * whole[i];
    }
  }
  EXPECT_LT(error / power, 1e-10);
}

INSTANTIATE_TEST_SUITE_P(Encoders, PrivacyFilterGolden,
                         ::testing::Values("privacy-filter-f32", "privacy-filter-q8_0"),
                         testing::golden_name);

}  // namespace redact::privacy_filter_golden_test
