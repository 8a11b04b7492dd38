// SPDX-License-Identifier: Apache-2.0
// Packing of matrices into the layout of a GPU's memory.
#include "kernels/cuda/packed.h"

#include <gtest/gtest.h>

#include <cstring>

#include "kernels/formats/decode.h"
#include "kernels/formats/half.h"
#include "tests/support/random_weight.h"

namespace redact::packed_test {

using testing::OwnedWeight;
using testing::Random;
using testing::random_weight;

// Reads a packed matrix as packed.h describes it.
struct Unpacked {
  const PackedMatrix& packed;
  size_t row, column;

  // The code, as the number that it stands for.
  int code() const {
    const size_t tile = row / 16 * packed.column_tiles() + column / 32;
    const size_t lane = tile * 32 + row % 8 * 4 + column % 16 / 4;
    const size_t reg = row % 16 / 8 + column % 32 / 16 * 2, i = column % 4;
    const auto nibble = [&] {
      return packed.codes[lane * 8 + reg / 2 * 4 + i] >> reg % 2 * 4 & 15;
    };
    const auto fifth = [&] {
      const size_t of_pair = tile / 2 * 32 + lane % 32;
      return (packed.high[of_pair * 4 + i] >> (tile % 2 * 4 + reg) & 1) << 4;
    };
    switch (packed.format) {
      case WeightFormat::kQ8_0:
      case WeightFormat::kIQ4_XS: return static_cast<int8_t>(packed.codes[lane * 16 + reg * 4 + i]);
      case WeightFormat::kQ4_0: return (nibble() ^ 8) - 8;
      case WeightFormat::kQ5_1:
      case WeightFormat::kQ5_K: return nibble() | fifth();
      case WeightFormat::kQ6_K:
        return ((nibble() | (packed.high[lane * 4 + i] >> 2 * reg & 3) << 4) ^ 32) - 32;
      default: return nibble();
    }
  }
  float number() const {
    const size_t columns = packed.column_tiles() * 32, i = column / 32 % 2;
    const auto word = [&](const PackedArray& words, size_t of) {
      return &words[((row / 16 * (columns / of) + column / of) * 16 + row % 16) * 4];
    };
    const auto half = [](const uint8_t* at) {
      uint16_t bits;
      std::memcpy(&bits, at, 2);
      return half_to_float(bits);
    };
    const auto byte = [](uint8_t value) { return static_cast<float>(static_cast<int8_t>(value)); };
    const auto value = static_cast<float>(code());
    const uint8_t* scales = word(packed.scales, 64);
    switch (packed.format) {
      case WeightFormat::kQ8_0:
      case WeightFormat::kQ4_0: return half(scales + 2 * i) * value;
      case WeightFormat::kQ4_1:
      case WeightFormat::kQ5_1:
        return half(scales + 2 * i) * value + half(word(packed.steps, 64) + 2 * i);
      default: break;
    }
    const uint8_t* steps = word(packed.steps, 256);
    switch (packed.format) {
      case WeightFormat::kQ6_K: return half(steps) * byte(scales[2 * i + column % 32 / 16]) * value;
      case WeightFormat::kIQ4_XS: return half(steps) * byte(scales[i]) * value;
      default: return half(steps) * byte(scales[i]) * value - half(steps + 2) * byte(scales[2 + i]);
    }
  }
};

std::vector<float> unpack(const PackedMatrix& packed) {
  std::vector<float> numbers;
  for (size_t row = 0; row < packed.shape.rows; ++row) {
    for (size_t column = 0; column < packed.shape.cols; ++column) {
      numbers.push_back(Unpacked{packed, row, column}.number());
    }
  }
  return numbers;
}

TEST(Packed, AMatrixHoldsTheNumbersOfTheFile) {
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

// Several tiles of rows for each thread, and a last one that is not whole.
TEST(Packed, TheNumberOfThreadsChangesNoByte) {
  Random random(2);
  constexpr size_t kRows = 16 * 11 + 5, kCols = 768;
  const auto packed_by = [&](const Weight& w, int n_threads) {
    ThreadPool pool(n_threads);
    std::vector<std::vector<uint8_t>> all;
    const auto add = [&](const PackedArray& bytes) {
      all.emplace_back(bytes.data(), bytes.data() + bytes.size());
    };
    const PackedMatrix packed = pack(w, pool);
    for (const auto* array : {&packed.codes, &packed.high, &packed.scales, &packed.steps}) {
      add(*array);
    }
    return all;
  };
  for (const WeightFormat format : kPackedFormats) {
    const OwnedWeight w = random_weight(format, kRows, kCols, random);
    const auto want = packed_by(w.weight, 1);
    for (const int n_threads : {2, 3, 5}) {
      EXPECT_EQ(packed_by(w.weight, n_threads), want) << format_info(format).name << n_threads;
    }
  }
}

// The bytes of 256 weights, from the parts that packed.h lists.
TEST(Packed, MatricesHaveTheBytesOfTheirParts) {
  const std::pair<WeightFormat, size_t> bytes_of_256[] = {
      {WeightFormat::kQ8_0, 272}, {WeightFormat::kQ4_0, 144},   {WeightFormat::kQ4_1, 160},
      {WeightFormat::kQ5_1, 192}, {WeightFormat::kQ4_K, 148},   {WeightFormat::kQ5_K, 180},
      {WeightFormat::kQ6_K, 212}, {WeightFormat::kIQ4_XS, 276}, {WeightFormat::kF16, 512},
      {WeightFormat::kBf16, 512}};
  static_assert(std::size(bytes_of_256) == std::size(kPackedFormats));
  for (const auto& [format, n_bytes] : bytes_of_256) {
    EXPECT_EQ(packed_bytes(format, {30, 512}).total(), 32 * 2 * n_bytes)
        << format_info(format).name;
  }
}

TEST(Packed, HalvesLieInTilesOf16Rows) {
  Random random(6);
  ThreadPool pool(3);
  for (const auto& [rows, cols] :
       std::vector<std::pair<size_t, size_t>>{{1, 1}, {16, 16}, {37, 50}}) {
    const OwnedWeight w = random_weight(WeightFormat::kF16, rows, cols, random);
    const PackedMatrix packed = pack(w.weight, pool);
    const size_t column_tiles = (cols + 31) / 32 * 2;
    EXPECT_EQ(packed.codes.size(), (rows + 15) / 16 * column_tiles * 512);
    for (size_t row = 0; row < rows; ++row) {
      for (size_t column = 0; column < cols; ++column) {
        const size_t tile = row / 16 * column_tiles + column / 16;
        const size_t lane = tile * 32 + row % 8 * 4 + column % 8 / 2;
        const size_t reg = row % 16 / 8 + column % 16 / 8 * 2;
        const uint8_t* half = &packed.codes[(lane * 8 + reg * 2 + column % 2) * 2];
        EXPECT_EQ(std::memcmp(half, w.weight.row(row) + 2 * column, 2), 0) << row << ' ' << column;
      }
    }
  }
}

}  // namespace redact::packed_test
