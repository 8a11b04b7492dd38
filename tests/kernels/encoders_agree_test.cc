// SPDX-License-Identifier: Apache-2.0
// Compares the verbs of encoders on every instruction set of the CPU device with the reference.
#include <cmath>

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

}  // namespace
}  // namespace redact
