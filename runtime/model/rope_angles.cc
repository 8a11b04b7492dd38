// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/rope_angles.h"

#include <cmath>

namespace redact {

void fill_rope_angles(const RopeSpec& spec, const float* factors, size_t n_positions,
                      float* cos_sin) {
  for (size_t i = 0; i < spec.n_dims / 2; ++i) {
    const double exponent = -2.0 * static_cast<double>(i) / static_cast<double>(spec.n_dims);
    const double frequency = static_cast<double>(spec.position_scale) *
                             std::pow(static_cast<double>(spec.freq_base), exponent) /
                             (factors != nullptr ? static_cast<double>(factors[i]) : 1.0);
    for (size_t position = 0; position < n_positions; ++position) {
      const double angle = static_cast<double>(position) * frequency;
      const auto length = static_cast<double>(spec.magnitude);
      cos_sin[position * spec.n_dims + 2 * i] = static_cast<float>(std::cos(angle) * length);
      cos_sin[position * spec.n_dims + 2 * i + 1] = static_cast<float>(std::sin(angle) * length);
    }
  }
}

}  // namespace redact
