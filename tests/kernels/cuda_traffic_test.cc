// SPDX-License-Identifier: Apache-2.0
// Counts the kernels' traffic to memory and to the banks of shared memory, and checks it against
// budgets.
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/cuda/packed.h"
#include "kernels/cuda/quantise.cuh"
#include "tests/kernels/on_cuda.h"
#include "tests/kernels/simt/traffic.h"

namespace redact {
namespace {

using simt::Traffic;

// The traffic of one product, including the quantisation of its activations, with the shapes of
// blocks for a number of multiprocessors.
Traffic traffic_of(WeightFormat format, size_t rows, size_t cols, size_t n, size_t processors) {
  Random random(31);
  CudaOps ops;
  ops.use_processors(processors);
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

// There are no bank conflicts. Whole sectors are used, except for single scales and for outputs of
// few tokens.
TEST_P(CudaTraffic, ProductsUseWholeSectorsAndNoBankTwice) {
#if !defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "accesses are not watched in this build";
#endif
  const size_t rows = 128, cols = 512;
  for (const auto& [n, processors] : {std::pair<size_t, size_t>{1, 1},
                                      {8, 1},
                                      {32, 1},
                                      {32, kMany},
                                      {64, 1},
                                      {64, kMany},
                                      {128, 1}}) {
    const Traffic t = traffic_of(GetParam(), rows, cols, n, processors);
    EXPECT_EQ(t.shared_wavefronts, t.least_wavefronts) << n;
    EXPECT_LE(static_cast<double>(t.global_sectors), 1.15 * static_cast<double>(t.least_sectors))
        << n;
    // Memory traffic: weights, rows and outputs once, the codes and scales of the rows, and the
    // sums of segments in blocks of their own.
    const size_t weights = packed_bytes(GetParam(), {rows, cols}).total();
    const size_t padded = std::max<size_t>(n, 8);
    const size_t sums = processors == kMany ? 4 * rows * padded * 4 : 0;
    const size_t block = simt::block_bytes(simt::row_form(GetParam())) + 8;
    const size_t bytes = weights + n * cols * 4 + n * rows * 4 + padded * cols / 32 * block + sums;
    EXPECT_LE(static_cast<double>(t.memory_sectors) * 32, 1.03 * static_cast<double>(bytes)) << n;
  }
}

// With 16-bit weights, each block of outputs reads the numbers of the rows that exist.
TEST(CudaHalvesTraffic, RowsPastTheLastAreNotRead) {
#if !defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "accesses are not watched in this build";
#endif
  const size_t rows = 128, cols = 512;
  for (const WeightFormat format : {WeightFormat::kF16, WeightFormat::kBf16}) {
    const size_t row_bytes = cols / 32 * simt::block_bytes(simt::row_form(format));
    const uint64_t one = traffic_of(format, rows, cols, 1, 1).global_sectors;
    const uint64_t eight = traffic_of(format, rows, cols, 8, 1).global_sectors;
    EXPECT_GE(eight - one, 7 * rows / 16 * row_bytes / 32);
  }
}

// Attention reads each chunk of keys and values of a tile once, in whole sectors, without bank
// conflicts.
TEST(CudaAttentionTraffic, ChunksAreReadOnceInWholeSectors) {
#if !defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "accesses are not watched in this build";
#endif
  constexpr size_t kPast = 62;  // with 2 rows two chunks, with 34 three
  for (const size_t head_dim : {64, 80, 96, 128, 256}) {
    // Rows: 8 queries in a tile of 16; 136 in five tiles of 32, or in three of 64.
    for (const auto& [n, bidirectional] :
         {std::pair<size_t, bool>{2, false}, {34, false}, {34, true}}) {
      const AttentionShape shape{4, 1, head_dim};
      CudaOps ops;
      Random random(32);
      const size_t n_pages = pages_for(kPast + n);
      const auto keys = ops.allocate(n_pages * ops.page_bytes(shape)),
                 values = ops.allocate(n_pages * ops.page_bytes(shape));
      std::vector<uint32_t> pages(n_pages);
      for (size_t p = 0; p < n_pages; ++p) pages[p] = static_cast<uint32_t>(n_pages - 1 - p);
      const std::vector<int32_t> zeros(n);
      const Segment segment{0, n, kPast, pages.data(), bidirectional};
      const auto q = upload(ops, random.values(n * shape.q_dim()));
      const auto out = ops.allocate_floats(n * shape.q_dim());
      ops.begin({zeros, zeros, {&segment, 1}});
      ops.finish();
      const simt::TrafficCount count;
      ops.attention({keys.get(), values.get()}, {shape, 0.1f}, q.get(), out.get());
      ops.finish();
      const Traffic t = count.total();
      EXPECT_EQ(t.shared_wavefronts, t.least_wavefronts) << head_dim << ' ' << n;
      EXPECT_LE(static_cast<double>(t.global_sectors), 1.05 * static_cast<double>(t.least_sectors))
          << head_dim << ' ' << n;
      // Pages, queries and outputs once; a few sectors of segments, tiles and page numbers.
      const size_t bytes = 2 * n_pages * ops.page_bytes(shape) + 2 * n * shape.q_dim() * 4;
      EXPECT_LE(t.memory_sectors * 32, bytes + 16 * 32) << head_dim << ' ' << n;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Formats, CudaTraffic, ::testing::ValuesIn(kPackedFormats));

}  // namespace
}  // namespace redact
