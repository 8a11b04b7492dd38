// SPDX-License-Identifier: Apache-2.0
// What the kernels ask of memory and of shared memory's banks, counted and held to a budget.
#include <gtest/gtest.h>

#include "tests/kernels/on_cuda.h"
#include "tests/kernels/simt/traffic.h"

namespace redact {
namespace {

using simt::Traffic;

// Of one product, its activations' quantisation among it.
Traffic traffic_of(WeightFormat format, size_t rows, size_t cols, size_t n) {
  Random random(31);
  CudaOps ops;
  const OwnedWeight w = random_weight(format, rows, cols, random);
  const auto x = upload(ops, random.values(n * cols));
  const Weight prepared = ops.prepare(w.weight, WeightUse::kMultiplied);
  const auto out = ops.allocate_floats(n * rows);
  const Product product{prepared, out.get()};
  ops.finish();
  const simt::TrafficCount count;
  ops.matmul({&product, 1}, x.get(), n);
  ops.finish();
  return count.total();
}

class CudaTraffic : public ::testing::TestWithParam<WeightFormat> {};

// Banks never meet but where a few tokens' sums are written; whole sectors are used but for single
// scales and outputs of few tokens.
TEST_P(CudaTraffic, ProductsUseWholeSectorsAndNoBankTwice) {
#if !defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "accesses are not watched in this build";
#endif
  const size_t rows = 128, cols = 512;
  for (const size_t n : {1, 8, 32, 64, 128}) {
    const Traffic t = traffic_of(GetParam(), rows, cols, n);
    EXPECT_EQ(t.shared_wavefronts, t.least_wavefronts) << n;
    EXPECT_LE(static_cast<double>(t.global_sectors), 1.15 * static_cast<double>(t.least_sectors))
        << n;
    // From memory: weights, rows and outputs once, the rows' codes and scales written and read.
    const Weight w{GetParam(), rows, cols, nullptr};
    const size_t padded = n <= 8 ? (n + 3) / 4 * 4 : n;
    const size_t bytes = w.n_bytes() + n * cols * 4 + n * rows * 4 + padded * cols * 5 / 4;
    const double more = GetParam() == WeightFormat::kQ4_K || GetParam() == WeightFormat::kQ6_K
                            ? 1.06  // the steps' padding
                            : 1.03;
    EXPECT_LE(static_cast<double>(t.memory_sectors) * 32, more * static_cast<double>(bytes)) << n;
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, CudaTraffic, ::testing::ValuesIn(kQuantised));

}  // namespace
}  // namespace redact
