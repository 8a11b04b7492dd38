// SPDX-License-Identifier: Apache-2.0
// Compares the verbs of encoders on every instruction set of the CPU device with the reference.
#include <cmath>
#include <utility>

#include "tests/kernels/ops_agree.h"

namespace redact {
namespace {

TEST_P(OpsAgree, LayerNormOfRowsFarFromZero) {
  CpuOps ops(two_, GetParam());
  Random random(31);
  for (const size_t d : {1, 5, 16, 33, 384}) {
    const size_t n = 9;
    auto x = random.values(n * d);
    for (float& value : x) value += 50;
    const auto weight = random.values(d), bias = random.values(d);
    const LayerNorm norm{weight.data(), bias.data(), 1e-12f};
    auto got = output(n * d), want = output(n * d);
    ops.layer_norm(norm, x.data(), n, d, got.data());
    reference_.layer_norm(norm, x.data(), n, d, want.data());
    // A mean of about 50 is known to 2^-19, and the row's deviation is about 1. The one value of a
    // row of one is its mean, and only the bias is left.
    const double bound = 0x1p-16 * std::sqrt(static_cast<double>(d));
    for (size_t i = 0; i < got.size(); ++i) ASSERT_NEAR(got[i], want[i], bound) << d << " " << i;
    ops.layer_norm(norm, x.data(), n, d, x.data());
    for (size_t i = 0; i < x.size(); ++i) ASSERT_EQ(x[i], got[i]);
  }
}

TEST_P(OpsAgree, LayerNormMayHaveNoBias) {
  CpuOps ops(one_, GetParam());
  const std::vector<float> x = {1, 3}, weight = {2, 2};
  std::vector<float> got(2);
  ops.layer_norm({weight.data(), nullptr, 1e-12f}, x.data(), 1, 2, got.data());
  EXPECT_EQ(got, (std::vector<float>{-2, 2}));
}

TEST_P(OpsAgree, LayerNormUsesEps) {
  CpuOps ops(one_, GetParam());
  const std::vector<float> x = {1e-6f, -1e-6f}, weight = {1, 1}, bias = {0, 0};
  std::vector<float> small(2), large(2);
  ops.layer_norm({weight.data(), bias.data(), 1e-12f}, x.data(), 1, 2, small.data());
  ops.layer_norm({weight.data(), bias.data(), 1e-5f}, x.data(), 1, 2, large.data());
  EXPECT_NEAR(small[0], std::sqrt(0.5), 1e-6);
  EXPECT_NEAR(large[0], 1e-6 / std::sqrt(1e-5), 1e-9);
}

TEST_P(OpsAgree, LayerNormKeepsWhatIsNotFinite) {
  CpuOps ops(one_, GetParam());
  const std::vector<float> ones(32, 1.0f);
  for (const float bad : {INFINITY, NAN, 1e30f}) {  // the square of the last one overflows
    std::vector<float> x(32, 1.0f);
    x[20] = bad;
    ops.layer_norm({ones.data(), ones.data(), 1e-12f}, x.data(), 1, 32, x.data());
    EXPECT_FALSE(std::isfinite(x[0])) << bad;
  }
}

TEST_P(OpsAgree, GeluIsThatOfTheErrorFunction) {
  CpuOps ops(two_, GetParam());
  std::vector<float> got;
  for (float x = -14; x < 14; x += 0.001f) got.push_back(x);
  const std::vector<float> x = got;
  got.resize(got.size() + kGuard, kSentinel);
  auto want = got, gated = got;
  ops.gelu(got.data(), x.size());
  reference_.gelu(want.data(), x.size());
  ops.erf_gelu_gate(gated.data(), std::vector<float>(x.size(), 2.0f).data(), x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    // The fit's error of 1.2e-7 is below 2^-22. The exponent, x^2 / 2 and a little, is rounded
    // three times, and small results have its absolute error. Below -13 the exponential is 0.
    const double bound = (0x1p-21 + x[i] * x[i] * 0x1p-23) * std::abs(want[i]);
    ASSERT_NEAR(got[i], want[i], bound + 1e-35) << x[i];
    ASSERT_EQ(gated[i], 2 * got[i]);
  }
  for (size_t i = x.size(); i < got.size(); ++i) ASSERT_EQ(got[i], kSentinel);
}

TEST_P(OpsAgree, GeluKeepsWhatIsNotFinite) {
  CpuOps ops(one_, GetParam());
  std::vector<float> x = {INFINITY, -INFINITY, NAN};
  ops.gelu(x.data(), 3);
  for (const float value : x) EXPECT_FALSE(std::isfinite(value));
}

TEST_P(OpsAgree, PositionsAreAddedByTheStepsNumbers) {
  CpuOps ops(two_, GetParam());
  Random random(32);
  const auto table = random.values(7 * 20), x = random.values(3 * 20);
  const std::vector<int32_t> ids = {0, 0, 0}, positions = {6, 0, 3};
  auto got = x, want = x;
  ops.begin({ids, positions, {}});
  ops.add_positions(table.data(), 20, got.data());
  for (size_t i = 0; i < want.size(); ++i) {
    want[i] += table[static_cast<size_t>(positions[i / 20]) * 20 + i % 20];
  }
  EXPECT_EQ(got, want);
}

// The values of the published implementation for 256 buckets that end at 512.
TEST(RelativeBuckets, GrowWithTheLogarithmOfTheDistance) {
  const RelativeBuckets buckets{256, 512};
  const std::pair<ptrdiff_t, size_t> rows[] = {
      {0, 256},   {127, 383}, {128, 384}, {129, 385},  {130, 386},  {140, 393},
      {150, 399}, {200, 425}, {255, 448}, {256, 448},  {300, 463},  {400, 489},
      {500, 510}, {511, 511}, {512, 511}, {-1, 255},   {-127, 129}, {-140, 119},
      {-300, 49}, {-511, 1},  {-512, 0},  {6000, 511}, {-6000, 0}};
  for (const auto& [distance, row] : rows) EXPECT_EQ(buckets.row(distance), row) << distance;
}

// Segments of a row, of a part of a block and of several, in a table whose buckets end at 20.
class RelativeAgree : public OpsAgree {
 protected:
  static constexpr size_t kRows = 1 + 30 + 150;
  static constexpr Attention kAttention{{3, 3, 20}, 0.1f};

  std::vector<float> attend(Ops& ops, std::span<const Segment> segments, size_t first_row = 0) {
    const size_t first = first_row * kAttention.shape.q_dim();
    auto out = output(q_.size() - first);
    ops.begin({ids_, ids_, segments});
    ops.relative_attention(kAttention, relative_, q_.data() + first, k_.data() + first,
                           v_.data() + first, out.data());
    return out;
  }
  Random random_{33};
  std::vector<float> q_ = random_.values(kRows * 60), k_ = random_.values(kRows * 60);
  std::vector<float> v_ = random_.values(kRows * 60);
  const std::vector<float> keys_ = random_.values(16 * 60), queries_ = random_.values(16 * 60);
  const RelativeAttention relative_{keys_.data(), queries_.data(), {8, 20}};
  const std::vector<int32_t> ids_ = std::vector<int32_t>(kRows);
  const Segment segments_[3] = {
      {0, 1, 0, nullptr, true}, {1, 30, 0, nullptr, true}, {31, 150, 0, nullptr, true}};
};

TEST_P(RelativeAgree, TermsOfPositionsAreAdded) {
  CpuOps ops(two_, GetParam());
  expect_close(attend(ops, segments_), attend(reference_, segments_), 60 + 150, 8);
}

TEST_P(RelativeAgree, ASegmentHasTheSameBitsAloneAndOnOneThread) {
  CpuOps two(two_, GetParam()), one(one_, CpuLevel::kScalar);
  const auto all = attend(two, segments_);
  EXPECT_EQ(attend(one, segments_), all);
  const Segment alone{0, 150, 0, nullptr, true};
  const auto last = attend(two, {&alone, 1}, 31);
  EXPECT_TRUE(std::equal(last.begin(), last.end() - kGuard, all.begin() + 31 * 60));
}

TEST_P(RelativeAgree, WhatIsNotFiniteShows) {
  CpuOps ops(two_, GetParam());
  for (std::vector<float>* of : {&q_, &k_, &v_}) {
    for (const float bad : {INFINITY, -INFINITY, NAN}) {
      const float good = std::exchange((*of)[40 * 60], bad);  // of the third segment
      const auto out = attend(ops, segments_);
      // Every row of the segment reads a key and a value, and only one reads a query.
      for (size_t row = 31; row < kRows; ++row) {
        const bool reads = of != &q_ || row == 40;
        EXPECT_NE(std::isfinite(out[row * 60]), reads) << bad << " " << row;
      }
      EXPECT_TRUE(std::isfinite(out[30 * 60]));
      (*of)[40 * 60] = good;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Levels, RelativeAgree, ::testing::ValuesIn(kCpuLevels),
                         [](const auto& param) {
                           std::string name(cpu_level_name(param.param));
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace redact
