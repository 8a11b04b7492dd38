// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/format.h"

namespace redact {

// x[n], finite and at most 65,504 in magnitude, as a row of weights at `out`; n is a whole number of
// blocks. `to` is kF32, kF16, kBf16 (each the nearest, ties to even) or kQ8_0 (a block's scale from
// its value of the largest magnitude, bit for bit what the gguf package of Python writes).
void encode_row(const float* x, size_t n, WeightFormat to, uint8_t* out);

}  // namespace redact
