// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "kernels/formats/format.h"
#include "kernels/formats/quantised.h"

namespace redact {

// The scale and the minimum, six bits each, of run 0..7 of a block of Q4_K, from its 12 packed
// bytes.
struct RunScale {
  uint8_t scale, min;
};
RunScale q4_k_scale(const uint8_t* packed, size_t run);

// The 32 weights from 32 * block on of a row of a quantised matrix.
BlockParts read_block(const Weight& w, size_t row, size_t block);

// Row `row` as floats, out[w.cols]; bit-identical to the result of Python's gguf package.
void decode_row(const Weight& w, size_t row, float* out);

}  // namespace redact
