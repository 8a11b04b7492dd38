// SPDX-License-Identifier: Apache-2.0
// One weight of a row as it lies in the file, of any format (kernels/format.h), to the bit of what
// the CPU decodes: what embeddings and the candidate head read, a few rows at a time.
#pragma once

#include "kernels/cuda/device.h"
#include "kernels/format.h"

namespace redact::simt {

REDACT_DEVICE uint16_t load16(const uint8_t* at) {
  return static_cast<uint16_t>(at[0] | at[1] << 8);
}

REDACT_DEVICE uint32_t bits_of_float(float value) {
  union {
    float value;
    uint32_t bits;
  } both{value};
  return both.bits;
}

REDACT_DEVICE float float_of_bits(uint32_t bits) {
  union {
    uint32_t bits;
    float value;
  } both{bits};
  return both.value;
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
      const uint8_t byte = block[2 + c % 16];
      const int code = c % 32 < 16 ? byte & 15 : byte >> 4;
      return half_value(load16(block)) * static_cast<float>(code - 8);
    }
    case WeightFormat::kQ4_1: {
      const uint8_t* block = row + c / 32 * sizeof(BlockQ4_1);
      const uint8_t byte = block[4 + c % 16];
      const int code = c % 32 < 16 ? byte & 15 : byte >> 4;
      return half_value(load16(block)) * static_cast<float>(code) + half_value(load16(block + 2));
    }
    case WeightFormat::kQ4_K: {
      const uint8_t* block = row + c / 256 * sizeof(BlockQ4_K);
      const size_t i = c % 256, run = i / 32;
      const uint8_t* s = block + 4;
      const int scale = run < 4 ? s[run] & 63 : (s[run + 4] & 15) | (s[run - 4] >> 6) << 4;
      const int min = run < 4 ? s[run + 4] & 63 : (s[run + 4] >> 4) | (s[run] >> 6) << 4;
      const uint8_t byte = block[16 + run / 2 * 32 + i % 32];
      const int code = run % 2 != 0 ? byte >> 4 : byte & 15;
      const float step = half_value(load16(block)) * static_cast<float>(scale);
      return step * static_cast<float>(code) -
             half_value(load16(block + 2)) * static_cast<float>(min);
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
    default: return 0;  // CudaOps::prepare refuses it
  }
}

}  // namespace redact::simt
