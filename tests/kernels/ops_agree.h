// SPDX-License-Identifier: Apache-2.0
// Code shared by the tests that compare every instruction set of the CPU device with the reference.
#pragma once

#include <gtest/gtest.h>

#include "kernels/cpu/cpu_ops.h"
#include "tests/support/random_weight.h"
#include "tests/support/reference_ops.h"

namespace redact {

using testing::OwnedWeight;
using testing::Random;
using testing::random_weight;
using testing::ReferenceOps;

constexpr float kSentinel = 12345.0f;
constexpr size_t kGuard = 32;  // sentinels behind every output

// The bound is the largest error of a float sum of n products: each of n additions and n products
// has a rounding error of half a unit in the last place of a term no larger than the sum of
// magnitudes (Higham 2002, 3.1).
inline void expect_close(const std::vector<float>& got, const std::vector<float>& want,
                         size_t n_terms, double magnitude) {
  const double bound = 2 * static_cast<double>(n_terms) * 0x1p-24 * magnitude;
  for (size_t i = 0; i + kGuard < got.size(); ++i) ASSERT_NEAR(got[i], want[i], bound) << i;
  for (size_t i = got.size() - kGuard; i < got.size(); ++i) ASSERT_EQ(got[i], kSentinel);
}

inline std::span<const Product> one(const Product& product) { return {&product, 1}; }

inline std::vector<float> output(size_t n) { return std::vector<float>(n + kGuard, kSentinel); }

class OpsAgree : public ::testing::TestWithParam<CpuLevel> {
 protected:
  void SetUp() override {
    if (!cpu_has(GetParam())) GTEST_SKIP() << "this machine lacks " << cpu_level_name(GetParam());
  }
  ThreadPool one_{1}, two_{2};
  ReferenceOps reference_;
};

}  // namespace redact
