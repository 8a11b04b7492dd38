// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace redact {

// The float with the value of an IEEE half; exact, NaN payloads and subnormals included.
float half_to_float(uint16_t half);

// The half nearest to x, ties to even, as the hardware converts it: infinity from 65,520 on,
// correctly rounded subnormals, quiet NaNs with the upper bits of their payload.
uint16_t float_to_half(float x);

}  // namespace redact
