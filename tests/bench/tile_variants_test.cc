// SPDX-License-Identifier: Apache-2.0
// On the emulator, the shapes that bench/gpu/tile_variants.cu times give the same bits as the
// shapes that ship.
#include "bench/gpu/tile_variants.cuh"

#include <gtest/gtest.h>

#include "base/thread_pool.h"
#include "tests/kernels/simt/cuda_runtime.h"
#include "tests/support/random_weight.h"

namespace redact {
namespace {

class TileVariants : public ::testing::Test {
 protected:
  TileVariants() { simt::set_cuda_devices(1, 90); }  // has enough shared memory for all of them
};

template <WeightFormat kFormat>
void expect_same_bits() {
  ThreadPool pool(1);
  simt::Stream stream;
  testing::Random random(80);
  constexpr size_t kRows = 136, kCols = 2048;  // with a partly filled block; segments of 8 pairs
  const testing::OwnedWeight weight = testing::random_weight(kFormat, kRows, kCols, random);
  const PackedMatrix packed = pack(weight.weight, pool);
  // A full block of tokens and part of one for each shape. A row gives the same bits in all shapes.
  for (const size_t meant_for : {1, 32, 64, 512}) {
    const size_t n = meant_for == 512 ? 140 : meant_for;
    simt::TileProducts products(stream, packed, 1, n, random.values(n * kCols));
    std::vector<float> shipped;
    for (const simt::TileVariant& variant : simt::tile_variants<kFormat>()) {
      if (variant.n_rows != meant_for) continue;
      products.run(variant);
      const std::vector<float> out = products.out();
      ASSERT_EQ(stream.error(), nullptr) << variant.name;
      if (shipped.empty()) shipped = out;
      EXPECT_EQ(out, shipped) << variant.name;
    }
  }
}

TEST_F(TileVariants, Q8_0GivesTheSameBits) { expect_same_bits<WeightFormat::kQ8_0>(); }
TEST_F(TileVariants, Q4_0GivesTheSameBits) { expect_same_bits<WeightFormat::kQ4_0>(); }
TEST_F(TileVariants, Q4_KGivesTheSameBits) { expect_same_bits<WeightFormat::kQ4_K>(); }

}  // namespace
}  // namespace redact
