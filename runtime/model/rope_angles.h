// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "runtime/model/config.h"

namespace redact {

// Fills cos_sin[n_positions, n_dims] with the cosine and sine of every position's angles, times the
// magnitude, as RopeSpec defines them. factors[n_dims / 2], or nullptr for all 1. Computed in
// double because positions reach 10^5, and once per model because libm's functions cost more than
// the rotation.
void fill_rope_angles(const RopeSpec& spec, const float* factors, size_t n_positions,
                      float* cos_sin);

}  // namespace redact
