// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/rope_angles.h"

#include <algorithm>
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

// Transformers' name for bounds of whole pairs is `truncate`.
std::vector<float> yarn_factors(const RopeSpec& spec) {
  const auto n_dims = static_cast<double>(spec.n_dims);
  // The number of the pair that turns so many times over the original context.
  const auto pair_of = [&](double turns) {
    const double length = static_cast<double>(spec.yarn.original_context) / (turns * 2 * M_PI);
    return n_dims * std::log(length) / (2 * std::log(static_cast<double>(spec.freq_base)));
  };
  double low = pair_of(spec.yarn.beta_fast), high = pair_of(spec.yarn.beta_slow);
  if (spec.yarn.whole_pairs) low = std::floor(low), high = std::ceil(high);
  low = std::max(low, 0.0), high = std::min(high, n_dims - 1);
  std::vector<float> factors(spec.n_dims / 2);
  for (size_t i = 0; i < factors.size(); ++i) {
    const double way = (static_cast<double>(i) - low) / (high == low ? 0.001 : high - low);
    const double slower = std::clamp(way, 0.0, 1.0);
    factors[i] = static_cast<float>(1 / (1 - slower + slower / spec.yarn.factor));
  }
  return factors;
}

}  // namespace redact
