// SPDX-License-Identifier: Apache-2.0
// The number formats weights are stored in, and the packed blocks of the quantised ones. A row of a
// weight matrix is a whole number of blocks; numbers are little-endian.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace redact {

enum class WeightFormat { kF32, kF16, kBf16, kQ8_0, kQ4_0, kQ4_K, kQ6_K, kQ4_1 };

// 32 weights: value[i] = scale * code[i].
struct BlockQ8_0 {
  uint16_t scale;  // IEEE half
  int8_t code[32];
};
static_assert(sizeof(BlockQ8_0) == 34);

// 32 weights: value[i] = scale * (nibble[i] - 8). Byte i holds weight i in its low nibble and
// weight i + 16 in its high nibble.
struct BlockQ4_0 {
  uint16_t scale;  // IEEE half
  uint8_t nibbles[16];
};
static_assert(sizeof(BlockQ4_0) == 18);

// 32 weights: value[i] = scale * nibble[i] + least. Nibbles lie as in BlockQ4_0.
struct BlockQ4_1 {
  uint16_t scale;  // IEEE half
  uint16_t least;  // IEEE half
  uint8_t nibbles[16];
};
static_assert(sizeof(BlockQ4_1) == 20);

// 256 weights in 8 runs of 32: value[i] = scale * s[run] * code[i] - min * m[run]. `scales` packs
// the eight 6-bit s and m: byte j < 4 has s[j] in its low six bits, byte 4 + j has m[j], byte 8 + j
// the low four bits of s[4 + j] and, above them, of m[4 + j], whose high two bits lie in the high
// bits of bytes j and 4 + j. Runs 2j and 2j + 1 share 32 bytes: low nibbles, high nibbles.
struct BlockQ4_K {
  uint16_t scale;  // IEEE half
  uint16_t min;    // IEEE half
  uint8_t scales[12];
  uint8_t nibbles[128];
};
static_assert(sizeof(BlockQ4_K) == 144);

// 256 weights in 16 runs of 16: value[i] = scale * s[run] * (code[i] - 32). Weights 128h + 32k + i,
// i < 32, of half h have their low four bits in byte 64h + 32 * (k % 2) + i of `low`, low nibble
// for k < 2, and their high two in bits 2k of byte 32h + i of `high`.
struct BlockQ6_K {
  uint8_t low[128];
  uint8_t high[64];
  int8_t scales[16];
  uint16_t scale;  // IEEE half
};
static_assert(sizeof(BlockQ6_K) == 210);

// Weights per block and bytes per block; 1 weight for the unquantised formats.
constexpr size_t block_weights(WeightFormat format) {
  switch (format) {
    case WeightFormat::kQ8_0:
    case WeightFormat::kQ4_0:
    case WeightFormat::kQ4_1: return 32;
    case WeightFormat::kQ4_K:
    case WeightFormat::kQ6_K: return 256;
    default: return 1;
  }
}
constexpr size_t block_bytes(WeightFormat format) {
  switch (format) {
    case WeightFormat::kF32: return 4;
    case WeightFormat::kF16: return 2;
    case WeightFormat::kBf16: return 2;
    case WeightFormat::kQ8_0: return sizeof(BlockQ8_0);
    case WeightFormat::kQ4_0: return sizeof(BlockQ4_0);
    case WeightFormat::kQ4_1: return sizeof(BlockQ4_1);
    case WeightFormat::kQ4_K: return sizeof(BlockQ4_K);
    case WeightFormat::kQ6_K: return sizeof(BlockQ6_K);
  }
  return 0;
}

// A weight matrix of `rows` outputs by `cols` inputs, rows outermost, in GGUF's own block order.
// A view: whoever owns the bytes (the mapped model file) outlives it.
struct Weight {
  WeightFormat format = WeightFormat::kF32;
  size_t rows = 0;
  size_t cols = 0;                       // a multiple of block_weights(format)
  const uint8_t* data = nullptr;         // nullptr: no such matrix
  std::shared_ptr<const void> prepared = {};  // what DeviceMemory::prepare made of it, for that device

  size_t row_bytes() const { return cols / block_weights(format) * block_bytes(format); }
  size_t n_bytes() const { return rows * row_bytes(); }
  const uint8_t* row(size_t r) const { return data + r * row_bytes(); }
  // The values of a matrix of kF32.
  const float* floats() const { return reinterpret_cast<const float*>(data); }
};

}  // namespace redact
