// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "kernels/format.h"

namespace redact {

// What 32 neighbouring weights are made of: weight i = scale[i / 16] * (code[i] - offset) - min,
// with the products rounded to float one by one, as ggml does.
struct BlockParts {
  uint8_t code[32];
  float scale[2];  // of either half; equal but for Q6_K
  float min;       // 0 but for Q4_K
};

// How far codes of a quantised format lie above zero.
constexpr int code_offset(WeightFormat format) {
  switch (format) {
    case WeightFormat::kQ8_0: return 128;
    case WeightFormat::kQ4_0: return 8;
    case WeightFormat::kQ6_K: return 32;
    default: return 0;
  }
}

// The scale and the minimum, six bits each, of run 0..7 of a block of Q4_K, from its 12 packed
// bytes.
struct RunScale {
  uint8_t scale, min;
};
RunScale q4_k_scale(const uint8_t* packed, size_t run);

// Weights 32 * block .. of a row of a quantised matrix.
BlockParts read_block(const Weight& w, size_t row, size_t block);

// Row `row` as floats, out[w.cols]. Bit for bit what the gguf package of Python makes of it.
void decode_row(const Weight& w, size_t row, float* out);

}  // namespace redact
