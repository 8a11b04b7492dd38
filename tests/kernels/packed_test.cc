// SPDX-License-Identifier: Apache-2.0
// Matrices as they lie in a GPU's memory, and back.
#include "kernels/cuda/packed.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/support/random_weight.h"

namespace redact {
namespace {

using testing::OwnedWeight;
using testing::Random;
using testing::random_weight;

TEST(Packed, UnpackGivesTheFilesBytes) {
  Random random(1);
  ThreadPool pool(3);
  for (const WeightFormat format : {WeightFormat::kQ8_0, WeightFormat::kQ4_0, WeightFormat::kQ4_1,
                                    WeightFormat::kQ4_K, WeightFormat::kQ6_K}) {
    for (const size_t rows : {1, 15, 16, 33}) {
      for (const size_t some : {32, 64, 96, 256, 512}) {
        const size_t cols = std::max(some, block_weights(format));
        const OwnedWeight w = random_weight(format, rows, cols, random);
        EXPECT_EQ(unpack(pack(w.weight, pool)), w.bytes);
      }
    }
  }
}

TEST(Packed, UnpackGivesTheHalvesOfTheFile) {
  Random random(6);
  ThreadPool pool(3);
  for (const auto& [rows, cols] :
       std::vector<std::pair<size_t, size_t>>{{1, 1}, {16, 16}, {37, 50}}) {
    const OwnedWeight w = random_weight(WeightFormat::kF16, rows, cols, random);
    const auto plain = unpack_halves(pack_halves(w.weight, pool), rows, cols);
    ASSERT_EQ(plain.size() * 2, w.bytes.size());
    EXPECT_EQ(std::memcmp(plain.data(), w.bytes.data(), w.bytes.size()), 0);
  }
}

}  // namespace
}  // namespace redact
