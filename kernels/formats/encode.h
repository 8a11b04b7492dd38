// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/formats/format.h"

namespace redact {

// Writes x[n], finite and at most 65,504 in magnitude, as a row of weights to `out`; n is a whole
// number of blocks. `to` is kF32, kF16 or kBf16 (rounded to the nearest, ties to even), or kQ8_0 (a
// block's scale follows from its largest magnitude; bit-identical to Python's gguf package).
void encode_row(const float* x, size_t n, WeightFormat to, uint8_t* out);

}  // namespace redact
