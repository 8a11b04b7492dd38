// SPDX-License-Identifier: Apache-2.0
// Compares encoders with transformers in double precision (tests/golden/make_encoder_goldens.py).
#include "tests/runtime/model/encoder_golden.h"

namespace redact::encoder_golden_test {

using testing::EncoderGolden;

TEST_P(EncoderGolden, LogitsAgreeWithTransformers) { expect_agreement(4); }

TEST_P(EncoderGolden, TheReferenceOpsAgreeWithTransformers) { expect_that_the_reference_agrees(); }

// Encoders that are wrong in ways that leave all labels of a text as they are.
struct TanhGelu : testing::ReferenceOps {
  void gelu(float* x, size_t n) override {
    const std::vector<float> ones(n, 1.0f);
    gelu_gate(x, ones.data(), n);
  }
};
struct OtherEps : testing::ReferenceOps {
  void layer_norm(const LayerNorm& norm, const float* x, size_t n, size_t d, float* out) override {
    const float eps = norm.eps < 1e-6f ? 1e-5f : 1e-12f;
    ReferenceOps::layer_norm({norm.weight, norm.bias, eps}, x, n, d, out);
  }
};
struct NoNormBias : testing::ReferenceOps {
  void layer_norm(const LayerNorm& norm, const float* x, size_t n, size_t d, float* out) override {
    const std::vector<float> zeros(d);
    ReferenceOps::layer_norm({norm.weight, zeros.data(), norm.eps}, x, n, d, out);
  }
};
struct NoProductBias : testing::ReferenceOps {
  void matmul_add(const Product& product, const float* x, size_t n_rows) override {
    ReferenceOps::matmul_add({product.w, product.out}, x, n_rows);
  }
};
struct OtherPosition : testing::ReferenceOps {
  void add_positions(const float* table, size_t d_model, float* x) override {
    for (size_t r = 0; r < step().n_rows(); ++r) {  // the next one, and behind the last the first
      const size_t position = (r + 1) % step().n_rows();
      for (size_t c = 0; c < d_model; ++c) x[r * d_model + c] += table[position * d_model + c];
    }
  }
};

TEST_P(EncoderGolden, TheGoldensTellWrongEncodersApart) {
  if (is_quantised()) GTEST_SKIP() << "its bound is wider than these errors";
  TanhGelu gelu;
  OtherEps eps;
  NoNormBias norm_bias;
  NoProductBias product_bias;
  OtherPosition position;
  for (Ops* wrong :
       {static_cast<Ops*>(&gelu), static_cast<Ops*>(&eps), static_cast<Ops*>(&norm_bias),
        static_cast<Ops*>(&product_bias), static_cast<Ops*>(&position)}) {
    EXPECT_GT(error(*wrong, runs_[1]), 1e-8);
  }
}

TEST_P(EncoderGolden, CpuLevelsAndThreadsGiveTheSameBits) {
  expect_the_same_bits_of_all_levels_and_threads();
}

TEST_P(EncoderGolden, MorePositionsThanTheModelHasAreRefused) {
  const auto placed = PlacedModel::place(model_, *ops_, 513);
  ASSERT_FALSE(placed.ok());
  EXPECT_EQ(placed.error().message(),
            "position_embd.weight: has fewer positions than are to be run");
}

INSTANTIATE_TEST_SUITE_P(Encoders, EncoderGolden,
                         ::testing::Values("bert-f32", "bert-q8_0", "distilbert-f32",
                                           "roberta-f32"),
                         testing::golden_name);

}  // namespace redact::encoder_golden_test
