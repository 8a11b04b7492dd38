// SPDX-License-Identifier: Apache-2.0
// Compares DeBERTa-v3 with encoders whose relative positions are wrong. Its goldens go past the
// distance at which its buckets end, too.
#include <cmath>

#include "tests/runtime/model/encoder_golden.h"

namespace redact::deberta_golden_test {

using testing::ReferenceOps;

class DebertaGolden : public testing::EncoderGolden {};

struct Wrong : ReferenceOps {
  static constexpr size_t kRows = 32;  // of the goldens' table, and of no step that is run here

  void relative_attention(const Attention& attention, const RelativeAttention& relative,
                          const float* q, const float* k, const float* v, float* out) override {
    const std::vector<float> zeros(kRows * attention.shape.q_dim());
    const float* const keys = no_keys ? zeros.data() : relative.keys;
    const float* const queries = no_queries ? zeros.data() : relative.queries;
    Attention scaled = attention;
    if (scale_of_one_product) scaled.scale *= std::sqrt(3.0f);
    RelativeBuckets buckets = relative.buckets;
    if (ends_elsewhere) buckets.max_position -= 4;
    ReferenceOps::relative_attention(scaled, {keys, queries, buckets}, q, k, v, out);
  }
  void layer_norm(const LayerNorm& norm, const float* x, size_t n, size_t d, float* out) override {
    if (no_norm && n == kRows) {
      std::copy_n(x, n * d, out);
    } else {
      ReferenceOps::layer_norm(norm, x, n, d, out);
    }
  }
  void matmul(std::span<const Product> products, const float* x, size_t n) override {
    for (const Product& each : products) {
      const Product plain{each.w, each.out};
      ReferenceOps::matmul({no_bias && n == kRows ? &plain : &each, 1}, x, n);
    }
  }
  bool no_keys = false, no_queries = false, scale_of_one_product = false;
  bool ends_elsewhere = false, no_norm = false, no_bias = false;
};

TEST_P(DebertaGolden, TheGoldensTellWrongRelativePositionsApart) {
  ASSERT_EQ(model_.config().relative.n_rows(), Wrong::kRows);
  Wrong right;
  EXPECT_LT(error(right, runs_[2]), bound());
  if (is_quantised()) GTEST_SKIP() << "its bound is wider than these errors";
  for (bool Wrong::*const change :
       {&Wrong::no_keys, &Wrong::no_queries, &Wrong::ends_elsewhere, &Wrong::scale_of_one_product,
        &Wrong::no_norm, &Wrong::no_bias}) {
    Wrong wrong;
    wrong.*change = true;
    EXPECT_GT(error(wrong, runs_[2]), 1e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Encoders, DebertaGolden, ::testing::Values("deberta-f32", "deberta-q8_0"),
                         testing::golden_name);

}  // namespace redact::deberta_golden_test
