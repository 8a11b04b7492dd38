// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace redact {

// 1 / scale; 0 for a scale so small that its half is 0, whose inverse might be infinite.
inline float inverse_scale(float scale) { return std::abs(scale) < 1e-30f ? 0.0f : 1 / scale; }

// The scales of a block of 256 weights in kRuns equal runs: value[i] = step * scale[run] * c -
// min_step * min[run], where c is the code, less 32 in Q6_K, which has no minima.
template <size_t kRuns>
struct RunCodes {
  uint16_t step, min_step;  // IEEE halves
  std::array<int, kRuns> scale, min;
};

// Search for the scales, minima and codes with the least squared error. For every run of 32 or 16
// values, a scale (and a minimum) is fitted by least squares for each of some twenty ways to round
// its codes. Then the scales and minima of all runs are rounded to whole steps, and the best of the
// neighbouring steps is taken.
RunCodes<8> search_q4_k(const float* x, uint8_t (&codes)[256]);
RunCodes<16> search_q6_k(const float* x, uint8_t (&codes)[256]);

}  // namespace redact
