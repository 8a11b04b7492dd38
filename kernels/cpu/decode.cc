// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/decode.h"

#include <cstring>

#include "kernels/cpu/half.h"

namespace redact {

namespace {

template <typename Block>
Block load_block(const uint8_t* row, size_t index) {
  Block block;
  std::memcpy(&block, row + index * sizeof block, sizeof block);
  return block;
}

// The nibbles of a block of 32: the low ones first.
void split_nibbles(const uint8_t (&nibbles)[16], uint8_t* codes) {
  for (int i = 0; i < 16; ++i) {
    codes[i] = nibbles[i] & 15;
    codes[i + 16] = nibbles[i] >> 4;
  }
}

void one_scale(uint16_t half, BlockParts& out) {
  out.step = half;
  out.scale[0] = out.scale[1] = 1;
}

void decode_half(const uint8_t* row, size_t cols, bool bf16, float* out) {
  for (size_t i = 0; i < cols; ++i) {
    uint16_t half;
    std::memcpy(&half, row + 2 * i, 2);
    const uint32_t bits = static_cast<uint32_t>(half) << 16;
    if (bf16) {
      std::memcpy(&out[i], &bits, 4);
    } else {
      out[i] = half_to_float(half);
    }
  }
}

}  // namespace

RunScale q4_k_scale(const uint8_t* s, size_t run) {
  if (run < 4) return {static_cast<uint8_t>(s[run] & 63), static_cast<uint8_t>(s[run + 4] & 63)};
  return {static_cast<uint8_t>((s[run + 4] & 15) | (s[run - 4] >> 6) << 4),
          static_cast<uint8_t>((s[run + 4] >> 4) | (s[run] >> 6) << 4)};
}

void unpack_q8_0(const uint8_t* row, size_t b, BlockParts& out) {
  const auto block = load_block<BlockQ8_0>(row, b);
  for (int i = 0; i < 32; ++i) out.code[i] = static_cast<uint8_t>(block.code[i] ^ 0x80);
  one_scale(block.scale, out);
}

void unpack_q4_0(const uint8_t* row, size_t b, BlockParts& out) {
  const auto block = load_block<BlockQ4_0>(row, b);
  split_nibbles(block.nibbles, out.code);
  one_scale(block.scale, out);
}

void unpack_q4_1(const uint8_t* row, size_t b, BlockParts& out) {
  const auto block = load_block<BlockQ4_1>(row, b);
  split_nibbles(block.nibbles, out.code);
  one_scale(block.scale, out);
  out.min_step = block.least ^ 0x8000;  // added in the file, taken off here
  out.min = 1;
}

void unpack_q4_k(const uint8_t* row, size_t b, BlockParts& out) {
  const auto block = load_block<BlockQ4_K>(row, b / 8);
  const size_t run = b % 8;
  for (int i = 0; i < 32; ++i) {
    const uint8_t byte = block.nibbles[run / 2 * 32 + static_cast<size_t>(i)];
    out.code[i] = run % 2 ? byte >> 4 : byte & 15;
  }
  const auto [scale, min] = q4_k_scale(block.scales, run);
  out.step = block.scale;
  out.scale[0] = out.scale[1] = static_cast<int8_t>(scale);
  out.min_step = block.min;
  out.min = static_cast<int8_t>(min);
}

void unpack_q6_k(const uint8_t* row, size_t b, BlockParts& out) {
  const auto block = load_block<BlockQ6_K>(row, b / 8);
  const size_t half = b % 8 / 4, k = b % 4;
  for (size_t i = 0; i < 32; ++i) {
    const uint8_t low = block.low[64 * half + 32 * (k % 2) + i];
    const int high = block.high[32 * half + i] >> (2 * k) & 3;
    out.code[i] = static_cast<uint8_t>((k < 2 ? low & 15 : low >> 4) | high << 4);
  }
  out.step = block.scale;
  for (size_t part = 0; part < 2; ++part) out.scale[part] = block.scales[b % 8 * 2 + part];
}

BlockParts read_block(const Weight& w, size_t row, size_t block) {
  BlockParts out{};
  if (const QuantisedFormat* format = quantised_format(w.format)) {
    format->unpack(w.row(row), block, out);
  }
  return out;
}

void decode_row(const Weight& w, size_t row, float* out) {
  switch (w.format) {
    case WeightFormat::kF32: std::memcpy(out, w.row(row), w.cols * 4); return;
    case WeightFormat::kF16: decode_half(w.row(row), w.cols, false, out); return;
    case WeightFormat::kBf16: decode_half(w.row(row), w.cols, true, out); return;
    default: break;
  }
  const int offset = quantised_format(w.format)->layout.offset;
  for (size_t b = 0; b < w.cols / kBlock; ++b, out += kBlock) {
    const BlockParts parts = read_block(w, row, b);
    const float step = half_to_float(parts.step);
    const float scale[2] = {step * static_cast<float>(parts.scale[0]),
                            step * static_cast<float>(parts.scale[1])};
    const float min = half_to_float(parts.min_step) * static_cast<float>(parts.min);
    for (int i = 0; i < 32; ++i) {
      out[i] = scale[i / 16] * static_cast<float>(parts.code[i] - offset) - min;
    }
  }
}

}  // namespace redact
