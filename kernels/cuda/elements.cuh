// SPDX-License-Identifier: Apache-2.0
// Decodes one weight of a row as stored in the file, in any format (kernels/formats/format.h),
// bit-identical to the CPU's decoding. Embeddings and the candidate head read a few rows at a time
// this way.
#pragma once

#include "kernels/cuda/device.h"
#include "kernels/formats/format.h"

namespace redact::simt {

REDACT_DEVICE uint16_t load16(const uint8_t* at) {
  return static_cast<uint16_t>(at[0] | at[1] << 8);
}

// Code i of 32: the low nibbles hold the first 16 codes, the high nibbles the other 16.
REDACT_DEVICE unsigned nibble_of_32(const uint8_t* nibbles, size_t i) {
  return i < 16 ? nibbles[i] & 15u : nibbles[i - 16] >> 4;
}

// The same with a fifth bit for each code, in the four bytes before the nibbles.
REDACT_DEVICE unsigned five_bits_of_32(const uint8_t* high, size_t i) {
  return nibble_of_32(high + 4, i) | (high[i / 8] >> (i % 8) & 1u) << 4;
}

// Code i of the 256 of Q4_K or Q5_K, without its fifth bit.
REDACT_DEVICE int nibble_of_256(const uint8_t* nibbles, size_t i) {
  const uint8_t byte = nibbles[i / 64 * 32 + i % 32];
  return i / 32 % 2 != 0 ? byte >> 4 : byte & 15;
}

// The values of IQ4_NL's and IQ4_XS's codes; the constants hold kIq4Values + 128, the lowest first.
REDACT_DEVICE float iq4_value(unsigned code) {
  constexpr uint64_t kLow = 0x766a'5d4f'3f2d'1801, kHigh = 0xf1d9'c5b5'a699'8d81;
  const uint64_t eight = code < 8 ? kLow : kHigh;
  return static_cast<float>(static_cast<int>(eight >> (8 * (code % 8)) & 255) - 128);
}

// Scale and minimum of run 0..7 of a block of Q4_K or Q5_K, each times its half-precision step.
struct RunScaleAndMin {
  float scale, min;
};
REDACT_DEVICE RunScaleAndMin run_of_k(const uint8_t* block, size_t run) {
  const uint8_t* s = block + 4;
  const int scale = run < 4 ? s[run] & 63 : (s[run + 4] & 15) | (s[run - 4] >> 6) << 4;
  const int min = run < 4 ? s[run + 4] & 63 : (s[run + 4] >> 4) | (s[run] >> 6) << 4;
  return {half_value(load16(block)) * static_cast<float>(scale),
          half_value(load16(block + 2)) * static_cast<float>(min)};
}

REDACT_DEVICE float element(WeightFormat format, const uint8_t* row, size_t c) {
  switch (format) {
    case WeightFormat::kF32:
      return float_of_bits(load16(row + 4 * c) | uint32_t{load16(row + 4 * c + 2)} << 16);
    case WeightFormat::kF16: return half_value(load16(row + 2 * c));
    case WeightFormat::kBf16: return float_of_bits(uint32_t{load16(row + 2 * c)} << 16);
    case WeightFormat::kQ8_0: {
      const uint8_t* block = row + c / 32 * sizeof(BlockQ8_0);
      return half_value(load16(block)) * static_cast<float>(static_cast<int8_t>(block[2 + c % 32]));
    }
    case WeightFormat::kQ4_0: {
      const uint8_t* block = row + c / 32 * sizeof(BlockQ4_0);
      const auto code = static_cast<int>(nibble_of_32(block + 2, c % 32));
      return half_value(load16(block)) * static_cast<float>(code - 8);
    }
    case WeightFormat::kQ4_1: {
      const uint8_t* block = row + c / 32 * sizeof(BlockQ4_1);
      const auto code = static_cast<float>(nibble_of_32(block + 4, c % 32));
      return half_value(load16(block)) * code + half_value(load16(block + 2));
    }
    case WeightFormat::kQ5_0: {
      const uint8_t* block = row + c / 32 * sizeof(BlockQ5_0);
      const auto code = static_cast<int>(five_bits_of_32(block + 2, c % 32));
      return half_value(load16(block)) * static_cast<float>(code - 16);
    }
    case WeightFormat::kQ5_1: {
      const uint8_t* block = row + c / 32 * sizeof(BlockQ5_1);
      const auto code = static_cast<float>(five_bits_of_32(block + 4, c % 32));
      return half_value(load16(block)) * code + half_value(load16(block + 2));
    }
    case WeightFormat::kIQ4_NL: {
      const uint8_t* block = row + c / 32 * sizeof(BlockIQ4_NL);
      return half_value(load16(block)) * iq4_value(nibble_of_32(block + 2, c % 32));
    }
    case WeightFormat::kQ3_K: {
      const uint8_t* block = row + c / 256 * sizeof(BlockQ3_K);
      const size_t i = c % 256, run = i / 16, third = i / 32;
      const int low = block[32 + i / 128 * 32 + i % 32] >> (2 * (third % 4)) & 3;
      const int code = low | (block[i % 32] >> third & 1) << 2;
      const uint8_t* s = block + 96;
      const int scale = (s[run % 8] >> (run / 8 * 4) & 15) | (s[8 + run % 4] >> (run / 4 * 2) & 3)
                                                                 << 4;
      const float step = half_value(load16(block + 108)) * static_cast<float>(scale - 32);
      return step * static_cast<float>(code - 4);
    }
    case WeightFormat::kQ4_K: {
      const uint8_t* block = row + c / 256 * sizeof(BlockQ4_K);
      const size_t i = c % 256, run = i / 32;
      const int code = nibble_of_256(block + 16, i);
      const RunScaleAndMin of_run = run_of_k(block, run);
      return of_run.scale * static_cast<float>(code) - of_run.min;
    }
    case WeightFormat::kQ5_K: {
      const uint8_t* block = row + c / 256 * sizeof(BlockQ5_K);
      const size_t i = c % 256, run = i / 32;
      const int code = nibble_of_256(block + 48, i) | (block[16 + i % 32] >> run & 1) << 4;
      const RunScaleAndMin of_run = run_of_k(block, run);
      return of_run.scale * static_cast<float>(code) - of_run.min;
    }
    case WeightFormat::kQ6_K: {
      const uint8_t* block = row + c / 256 * sizeof(BlockQ6_K);
      const size_t i = c % 256, half = i / 128, k = i % 128 / 32, j = i % 32;
      const uint8_t low = block[64 * half + 32 * (k % 2) + j];
      const int high = block[128 + 32 * half + j] >> (2 * k) & 3;
      const int code = (k < 2 ? low & 15 : low >> 4) | high << 4;
      const float step = half_value(load16(block + 208)) *
                         static_cast<float>(static_cast<int8_t>(block[192 + i / 16]));
      return step * static_cast<float>(code - 32);
    }
    case WeightFormat::kIQ4_XS: {
      const uint8_t* block = row + c / 256 * sizeof(BlockIQ4_XS);
      const size_t i = c % 256, run = i / 32;
      const int scale =
          (block[4 + run / 2] >> (run % 2 * 4) & 15) | (load16(block + 2) >> (2 * run) & 3) << 4;
      const float step = half_value(load16(block)) * static_cast<float>(scale - 32);
      return step * iq4_value(nibble_of_32(block + 8 + run * 16, i % 32));
    }
    default: return 0;  // CudaOps::prepare refuses it
  }
}

}  // namespace redact::simt
