// SPDX-License-Identifier: Apache-2.0
// The number formats weights are stored in, and the packed blocks of the quantised ones. A row of a
// weight matrix is a whole number of blocks; numbers are little-endian.
#pragma once

#include <cstddef>
#include <cstdint>

namespace redact {

enum class WeightFormat { kF32, kF16, kBf16, kQ8_0, kQ4_0 };

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

// Weights per block and bytes per block; 1 weight for the unquantised formats.
constexpr size_t block_weights(WeightFormat format) {
  return format == WeightFormat::kQ8_0 || format == WeightFormat::kQ4_0 ? 32 : 1;
}
constexpr size_t block_bytes(WeightFormat format) {
  switch (format) {
    case WeightFormat::kF32: return 4;
    case WeightFormat::kF16: return 2;
    case WeightFormat::kBf16: return 2;
    case WeightFormat::kQ8_0: return sizeof(BlockQ8_0);
    case WeightFormat::kQ4_0: return sizeof(BlockQ4_0);
  }
  return 0;
}

// A weight matrix of `rows` outputs by `cols` inputs, rows outermost, in GGUF's own block order.
// A view: whoever owns the bytes (the mapped model file) outlives it.
struct Weight {
  WeightFormat format = WeightFormat::kF32;
  size_t rows = 0;
  size_t cols = 0;  // a multiple of block_weights(format)
  const uint8_t* data = nullptr;
  const void* prepared = nullptr;  // what Ops::prepare made of it; whoever prepared it reads it

  size_t row_bytes() const { return cols / block_weights(format) * block_bytes(format); }
  const uint8_t* row(size_t r) const { return data + r * row_bytes(); }
};

}  // namespace redact
