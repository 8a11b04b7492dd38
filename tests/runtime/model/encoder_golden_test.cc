// SPDX-License-Identifier: Apache-2.0
// Compares encoders with transformers in double precision (tests/golden/make_encoder_goldens.py,
// make_modernbert_goldens.py and make_privacy_filter_goldens.py), and those of BERT's kind with
// wrong ones.
#include "tests/runtime/model/encoder_golden.h"

#include "runtime/model/forward.h"

namespace redact::encoder_golden_test {

using testing::EncoderGolden;

TEST_P(EncoderGolden, LogitsAgreeWithTransformers) {
  ASSERT_GE(runs_.size(), 4u);
  for (const Run& run : runs_) {
    const double found = error(*ops_, run);
    EXPECT_LT(found, bound()) << run.n << " tokens";
    RecordProperty("nmse_" + std::to_string(run.n), std::to_string(found * 1e12));
  }
}

TEST_P(EncoderGolden, TheReferenceOpsAgreeWithTransformers) {
  testing::ReferenceOps reference;
  for (const Run& run : runs_) {
    if (run.n > 40) continue;
    EXPECT_LT(error(reference, run), bound()) << run.n << " tokens";
  }
}

TEST_P(EncoderGolden, CpuLevelsAndThreadsGiveTheSameBits) {
  const Run& run = runs_.back();
  ThreadPool one(1);
  EXPECT_EQ(logits(*open_device("cpu", one).value(), run), logits(*ops_, run));
  expect_the_same_bits_of_all_levels(run, run.n);
}

// P4, with a window whose pages lie among those of the other.
TEST_P(EncoderGolden, WindowsOfOneStepGiveTheBitsOfEachAlone) {
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
    const auto hidden =
        forward(*placed, {ids.subspan(begin, n), std::span(positions).subspan(begin, n), segments},
                cache, *ops_, activations);
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

INSTANTIATE_TEST_SUITE_P(Encoders, EncoderGolden,
                         ::testing::Values("bert-f32", "bert-q8_0", "distilbert-f32", "roberta-f32",
                                           "deberta-f32", "deberta-q8_0", "modernbert-f32",
                                           "modernbert-q8_0", "privacy-filter-f32",
                                           "privacy-filter-q8_0"),
                         testing::golden_name);

class BertGolden : public EncoderGolden {};

// Encoders that are wrong in ways that leave all labels of a text as they are.
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

TEST_P(BertGolden, TheGoldensTellWrongEncodersApart) {
  if (is_quantised()) GTEST_SKIP() << "its bound is wider than these errors";
  testing::TanhGelu gelu;
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

TEST_P(BertGolden, MorePositionsThanTheModelHasAreRefused) {
  const auto placed = PlacedModel::place(model_, *ops_, 513);
  ASSERT_FALSE(placed.ok());
  EXPECT_EQ(placed.error().message(),
            "position_embd.weight: has fewer positions than are to be run");
}

INSTANTIATE_TEST_SUITE_P(Encoders, BertGolden,
                         ::testing::Values("bert-f32", "bert-q8_0", "distilbert-f32",
                                           "roberta-f32"),
                         testing::golden_name);

}  // namespace redact::encoder_golden_test
