// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace redact {

// The float with the value of an IEEE half; exact, NaN payloads and subnormals included.
float half_to_float(uint16_t half);

}  // namespace redact
