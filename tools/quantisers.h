// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "gguf_loader/tensor_type.h"

namespace redact {

// Writes x[n], a whole number of blocks, as blocks at `out`. Every value must be finite and at most
// 65,504 in magnitude, so that every scale fits a half.
using Quantiser = void (*)(const float* x, size_t n, uint8_t* out);

// F16, Q8_0, Q4_0, Q5_0, Q4_K and Q6_K; nullptr for another type. Q8_0, Q4_0 and Q5_0 take their
// scale from the value of the largest magnitude and give the bytes of the gguf package. Q4_K and
// Q6_K search for the scales with the least squared error, with equal weight for every value; the
// search is not part of the format.
Quantiser quantiser_of(TensorType type);

}  // namespace redact
