// SPDX-License-Identifier: Apache-2.0
#include "kernels/formats/decode.h"

#include <cstring>

#include "kernels/formats/half.h"

namespace redact {

namespace {

template <typename Block>
Block load_block(const uint8_t* row, size_t index) {
  Block block;
  std::memcpy(&block, row + index * sizeof block, sizeof block);
  return block;
}

// Splits the nibbles of a block of 32: first all low ones, then all high ones.
void split_nibbles(const uint8_t* nibbles, uint8_t* codes) {
  for (int i = 0; i < 16; ++i) {
    codes[i] = nibbles[i] & 15;
    codes[i + 16] = nibbles[i] >> 4;
  }
}

// Adds the fifth bit of each code: bit i % 8 of high[i / 8].
void add_fifth_bits(const uint8_t (&high)[4], uint8_t* codes) {
  for (size_t i = 0; i < kBlock; ++i) {
    codes[i] = static_cast<uint8_t>(codes[i] | (high[i / 8] >> (i % 8) & 1) << 4);
  }
}

void one_scale(uint16_t step, int scale, BlockParts& out) {
  out.step = step;
  out.scale[0] = out.scale[1] = static_cast<int8_t>(scale);
}

void one_min(uint16_t step, int min, BlockParts& out) {
  out.min_step = step;
  out.min[0] = out.min[1] = static_cast<int8_t>(min);
}

// The file's least value is added, while a minimum is subtracted, so the sign is flipped.
void one_least(uint16_t least, BlockParts& out) { one_min(least ^ 0x8000, 1, out); }

// Scale and minimum of run `run` of Q4_K or Q5_K.
template <typename Block>
void run_scales(const Block& block, size_t run, BlockParts& out) {
  const auto [scale, min] = q4_k_scale(block.scales, run);
  one_scale(block.scale, scale, out);
  one_min(block.min, min, out);
}

uint8_t run_nibble(const uint8_t (&nibbles)[128], size_t run, size_t i) {
  const uint8_t byte = nibbles[run / 2 * 32 + i];
  return run % 2 ? byte >> 4 : byte & 15;
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
  one_scale(block.scale, 1, out);
}

void unpack_q4_0(const uint8_t* row, size_t b, BlockParts& out) {
  const auto block = load_block<BlockQ4_0>(row, b);
  split_nibbles(block.nibbles, out.code);
  one_scale(block.scale, 1, out);
}

void unpack_q4_1(const uint8_t* row, size_t b, BlockParts& out) {
  const auto block = load_block<BlockQ4_1>(row, b);
  split_nibbles(block.nibbles, out.code);
  one_scale(block.scale, 1, out);
  one_least(block.least, out);
}

void unpack_q5_0(const uint8_t* row, size_t b, BlockParts& out) {
  const auto block = load_block<BlockQ5_0>(row, b);
  split_nibbles(block.nibbles, out.code);
  add_fifth_bits(block.high, out.code);
  one_scale(block.scale, 1, out);
}

void unpack_q5_1(const uint8_t* row, size_t b, BlockParts& out) {
  const auto block = load_block<BlockQ5_1>(row, b);
  split_nibbles(block.nibbles, out.code);
  add_fifth_bits(block.high, out.code);
  one_scale(block.scale, 1, out);
  one_least(block.least, out);
}

void unpack_q2_k(const uint8_t* row, size_t b, BlockParts& out) {
  const auto block = load_block<BlockQ2_K>(row, b / 8);
  const size_t half = b % 8 / 4, k = b % 4;
  for (size_t i = 0; i < kBlock; ++i) out.code[i] = block.codes[32 * half + i] >> (2 * k) & 3;
  out.step = block.scale;
  out.min_step = block.min;
  for (size_t part = 0; part < 2; ++part) {
    const uint8_t both = block.scales[b % 8 * 2 + part];
    out.scale[part] = static_cast<int8_t>(both & 15);
    out.min[part] = static_cast<int8_t>(both >> 4);
  }
}

void unpack_q3_k(const uint8_t* row, size_t b, BlockParts& out) {
  const auto block = load_block<BlockQ3_K>(row, b / 8);
  const size_t half = b % 8 / 4, k = b % 4;
  for (size_t i = 0; i < kBlock; ++i) {
    const int low = block.low[32 * half + i] >> (2 * k) & 3;
    out.code[i] = static_cast<uint8_t>(low | (block.high[i] >> (b % 8) & 1) << 2);
  }
  out.step = block.scale;
  for (size_t part = 0; part < 2; ++part) {
    const size_t run = b % 8 * 2 + part;
    const int low = block.scales[run % 8] >> (run / 8 * 4) & 15;
    const int high = block.scales[8 + run % 4] >> (run / 4 * 2) & 3;
    out.scale[part] = static_cast<int8_t>((low | high << 4) - 32);
  }
}

void unpack_q4_k(const uint8_t* row, size_t b, BlockParts& out) {
  const auto block = load_block<BlockQ4_K>(row, b / 8);
  for (size_t i = 0; i < kBlock; ++i) out.code[i] = run_nibble(block.nibbles, b % 8, i);
  run_scales(block, b % 8, out);
}

void unpack_q5_k(const uint8_t* row, size_t b, BlockParts& out) {
  const auto block = load_block<BlockQ5_K>(row, b / 8);
  for (size_t i = 0; i < kBlock; ++i) {
    const int high = block.high[i] >> (b % 8) & 1;
    out.code[i] = static_cast<uint8_t>(run_nibble(block.nibbles, b % 8, i) | high << 4);
  }
  run_scales(block, b % 8, out);
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

void unpack_iq4_nl(const uint8_t* row, size_t b, BlockParts& out) {
  const auto block = load_block<BlockIQ4_NL>(row, b);
  split_nibbles(block.nibbles, out.code);
  one_scale(block.scale, 1, out);
}

void unpack_iq4_xs(const uint8_t* row, size_t b, BlockParts& out) {
  const auto block = load_block<BlockIQ4_XS>(row, b / 8);
  const size_t run = b % 8;
  split_nibbles(block.nibbles + run * 16, out.code);
  const int low = block.low_scales[run / 2] >> (run % 2 * 4) & 15;
  const int high = block.high_scales >> (2 * run) & 3;
  one_scale(block.scale, (low | high << 4) - 32, out);
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
  const PanelLayout& layout = quantised_format(w.format)->layout;
  for (size_t b = 0; b < w.cols / kBlock; ++b, out += kBlock) {
    const BlockParts parts = read_block(w, row, b);
    const float step = half_to_float(parts.step), min_step = half_to_float(parts.min_step);
    for (size_t part = 0; part < 2; ++part) {
      const float scale = step * static_cast<float>(parts.scale[part]);
      const float min = min_step * static_cast<float>(parts.min[part]);
      for (size_t i = part * kBlock / 2; i < (part + 1) * kBlock / 2; ++i) {
        const int value = layout.codes == CodeForm::kIq4 ? kIq4Values[parts.code[i]]
                                                         : parts.code[i] - layout.offset;
        out[i] = scale * static_cast<float>(value) - min;
      }
    }
  }
}

}  // namespace redact
