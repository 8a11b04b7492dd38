// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "runtime/model/config.h"

namespace redact {

// Fills cos_sin[n_positions, n_dims] with the cosine and sine of every position's angles, times the
// magnitude, as RopeSpec defines them. factors[n_dims / 2], or nullptr for all 1. Computed in
// double because positions reach 10^5, and once per model because libm's functions cost more than
// the rotation.
void fill_rope_angles(const RopeSpec& spec, const float* factors, size_t n_positions,
                      float* cos_sin);

// The divisors of YaRN, [n_dims / 2].
std::vector<float> yarn_factors(const RopeSpec& spec);

// The value of Step::positions for position 0 of a sequence whose positions lie below n_positions:
// the table has the angles of short sequences first, then those of long ones
// (PlacedModel::long_above).
constexpr size_t first_angle(size_t n_positions, size_t long_above) {
  return n_positions > long_above ? long_above : 0;
}

}  // namespace redact
