// SPDX-License-Identifier: Apache-2.0
// Compares ModernBERT with encoders that are wrong in ways that leave all shapes as they are.
#include "tests/runtime/model/encoder_golden.h"

namespace redact::modernbert_golden_test {

using testing::ReferenceOps;

class ModernBertGolden : public testing::EncoderGolden {};

struct TanhGate : ReferenceOps {
  void erf_gelu_gate(float* gate, const float* up, size_t n) override { gelu_gate(gate, up, n); }
};
struct SwappedGate : ReferenceOps {
  void erf_gelu_gate(float* gate, const float* up, size_t n) override {
    const std::vector<float> first(gate, gate + n);
    std::copy_n(up, n, gate);
    ReferenceOps::erf_gelu_gate(gate, first.data(), n);
  }
};
struct OtherEps : ReferenceOps {
  void layer_norm(const LayerNorm& norm, const float* x, size_t n, size_t d, float* out) override {
    ReferenceOps::layer_norm({norm.weight, norm.bias, 1e-12f}, x, n, d, out);
  }
};
struct NormedEmbeddings : ReferenceOps {  // before the first attention, too
  void begin(const Step& step) override { ReferenceOps::begin(step), is_first = true; }
  void matmul(std::span<const Product> products, const float* x, size_t n) override {
    const size_t d = products[0].w.cols;
    const std::vector<float> ones(d, 1.0f);
    std::vector<float> normed(x, x + n * d);
    if (is_first) layer_norm({ones.data(), nullptr, 1e-5f}, x, n, d, normed.data());
    is_first = false;
    ReferenceOps::matmul(products, normed.data(), n);
  }
  bool is_first = true;
};
struct OtherBand : ReferenceOps {
  explicit OtherBand(size_t other) : radius(other) {}
  void attention(const LayerCache& cache, const Attention& layer, const float* q,
                 float* out) override {
    Attention changed = layer;
    if (layer.radius > 0) changed.radius = radius;
    ReferenceOps::attention(cache, changed, q, out);
  }
  size_t radius;
};
struct OtherPairs : ReferenceOps {
  void rope_store(const LayerCache& cache, const AttentionShape& shape, const Rope& rope, float* q,
                  float* k, const float* v) override {
    const Rope adjacent{rope.n_dims, RopePairs::kAdjacent, rope.cos_sin};
    ReferenceOps::rope_store(cache, shape, adjacent, q, k, v);
  }
};
struct OneBase : ReferenceOps {  // that of the first layer, in all
  void rope_store(const LayerCache& cache, const AttentionShape& shape, const Rope& rope, float* q,
                  float* k, const float* v) override {
    if (first == nullptr) first = rope.cos_sin;
    ReferenceOps::rope_store(cache, shape, {rope.n_dims, rope.pairs, first}, q, k, v);
  }
  const float* first = nullptr;
};
struct NoHeadLayer : ReferenceOps {  // its matrix is the one that is multiplied alone
  void matmul(std::span<const Product> products, const float* x, size_t n) override {
    if (products.size() > 1) return ReferenceOps::matmul(products, x, n);
    std::copy_n(x, n * products[0].w.cols, products[0].out);
    is_behind = true;
  }
  void gelu(float*, size_t) override {}
  void layer_norm(const LayerNorm& norm, const float* x, size_t n, size_t d, float* out) override {
    if (!is_behind) return ReferenceOps::layer_norm(norm, x, n, d, out);
    std::copy_n(x, n * d, out);
  }
  bool is_behind = false;
};

TEST_P(ModernBertGolden, TheGoldensTellWrongEncodersApart) {
  if (is_quantised()) GTEST_SKIP() << "its bound is wider than these errors";
  const Run& run = runs_[5];
  ASSERT_EQ(run.n, 40u);
  TanhGate tanh_gate;
  testing::TanhGelu tanh_head;
  SwappedGate swapped_gate;
  OtherEps eps;
  NormedEmbeddings normed;
  OtherBand narrow{7}, wide{9}, whole_width{16};
  OtherPairs pairs;
  OneBase base;
  NoHeadLayer head;
  const std::vector<Ops*> all = {&tanh_gate, &tanh_head,   &swapped_gate, &eps,  &normed, &narrow,
                                 &wide,      &whole_width, &pairs,        &base, &head};
  for (size_t i = 0; i < all.size(); ++i) EXPECT_GT(error(*all[i], run), 1e-8) << i;
}

INSTANTIATE_TEST_SUITE_P(Encoders, ModernBertGolden,
                         ::testing::Values("modernbert-f32", "modernbert-q8_0"),
                         testing::golden_name);

}  // namespace redact::modernbert_golden_test
