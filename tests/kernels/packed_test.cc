// SPDX-License-Identifier: Apache-2.0
// Packing of matrices into the layout of a GPU's memory, and unpacking.
#include "kernels/cuda/packed.h"

#include <gtest/gtest.h>

#include <cstring>

#include "kernels/formats/decode.h"
#include "tests/support/random_weight.h"

namespace redact {
namespace packed_test {

using testing::OwnedWeight;
using testing::Random;
using testing::random_weight;

TEST(Packed, UnpackGivesTheNumbersOfTheFile) {
  Random random(1);
  ThreadPool pool(3);
  size_t n_packed = 0;
  for (const QuantisedFormat& row : kQuantisedFormats) {
    if (!packed_format(row.format)) continue;
    ++n_packed;
    for (const size_t rows : {1, 15, 16, 33}) {
      for (const size_t some : {32, 64, 96, 256, 512}) {
        const size_t cols = std::max(some, block_weights(row.format));
        const OwnedWeight w = random_weight(row.format, rows, cols, random);
        const PackedMatrix packed = pack(w.weight, pool);
        std::vector<float> numbers(rows * cols);
        for (size_t r = 0; r < rows; ++r) decode_row(w.weight, r, &numbers[r * cols]);
        EXPECT_EQ(unpack(packed), numbers) << format_info(row.format).name;
      }
    }
  }
  EXPECT_EQ(n_packed, 11u);
}

// The bytes of 256 weights, from the parts that packed.h lists.
TEST(Packed, MatricesHaveTheBytesOfTheirParts) {
  const std::pair<WeightFormat, size_t> bytes_of_256[] = {
      {WeightFormat::kQ8_0, 272}, {WeightFormat::kQ4_0, 144},  {WeightFormat::kQ4_1, 160},
      {WeightFormat::kQ5_1, 192}, {WeightFormat::kQ4_K, 148},  {WeightFormat::kQ5_K, 180},
      {WeightFormat::kQ6_K, 212}, {WeightFormat::kIQ4_XS, 276}};
  static_assert(std::size(bytes_of_256) == std::size(kPackedFormats));
  for (const auto& [format, n_bytes] : bytes_of_256) {
    EXPECT_EQ(packed_bytes(format, {30, 512}).total(), 32 * 2 * n_bytes)
        << format_info(format).name;
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

}  // namespace packed_test
}  // namespace redact
