// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "runtime/model/config.h"

namespace redact {

// The cosine and sine of every position's angles times the magnitude, as RopeSpec defines them:
// cos_sin[n_positions, n_dims]. factors[n_dims / 2], or nullptr for all 1. Computed in double, and
// once for a model, since positions reach 10^5 and libm's functions cost more than the rotation.
void fill_rope_angles(const RopeSpec& spec, const float* factors, size_t n_positions,
                      float* cos_sin);

}  // namespace redact
