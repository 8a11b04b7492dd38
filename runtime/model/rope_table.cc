// SPDX-License-Identifier: Apache-2.0
#include "runtime/model/rope_table.h"

#include <cmath>

namespace redact {

RopeTable::RopeTable(size_t n_dims, float freq_base, const float* factors, size_t n_positions)
    : n_dims_(n_dims), n_positions_(n_positions), cos_sin_(n_positions * n_dims) {
  for (size_t i = 0; i < n_dims / 2; ++i) {
    const double exponent = -2.0 * static_cast<double>(i) / static_cast<double>(n_dims);
    const double frequency = std::pow(static_cast<double>(freq_base), exponent) /
                             (factors != nullptr ? static_cast<double>(factors[i]) : 1.0);
    for (size_t position = 0; position < n_positions; ++position) {
      const double angle = static_cast<double>(position) * frequency;
      cos_sin_[position * n_dims + 2 * i] = static_cast<float>(std::cos(angle));
      cos_sin_[position * n_dims + 2 * i + 1] = static_cast<float>(std::sin(angle));
    }
  }
}

}  // namespace redact
