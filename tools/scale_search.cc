// SPDX-License-Identifier: Apache-2.0
#include "tools/scale_search.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/formats/half.h"

namespace redact {

namespace {

// How far the codes of a run are stretched: the value at the end of its range gets the last code,
// or one up to this far around it, tried in this many steps. Wider ranges found nothing better for
// normally distributed values.
constexpr int kStretches = 10;
constexpr float kStretchStep = 0.1f;

struct Fit {
  float scale = 0, min = 0;
  float error = std::numeric_limits<float>::infinity();
};

struct Range {
  int least, most;
};
constexpr Range kQ4Codes{0, 15}, kQ6Codes{-32, 31};

int nearest(float x, Range range) {
  const auto least = static_cast<float>(range.least), most = static_cast<float>(range.most);
  return static_cast<int>(std::nearbyint(std::clamp(x, least, most)));
}

// Codes of n values for a scale and a minimum, and their squared error.
float encode(const float* x, size_t n, float scale, float min, Range range, int* codes) {
  const float inverse = inverse_scale(scale);
  float error = 0;
  for (size_t i = 0; i < n; ++i) {
    codes[i] = nearest((x[i] + min) * inverse, range);
    const float off = scale * static_cast<float>(codes[i]) - min - x[i];
    error += off * off;
  }
  return error;
}

// Sums of a run and its codes.
struct Moments {
  float x = 0, codes = 0, squares = 0, products = 0;

  Moments(const float* values, const int* c, size_t n) {
    for (size_t i = 0; i < n; ++i) {
      const float code = static_cast<float>(c[i]);
      x += values[i], codes += code, squares += code * code, products += code * values[i];
    }
  }
};

// Fits 32 values with codes 0 .. 15; scale and minimum are not negative.
Fit fit_with_min(const float* x) {
  constexpr size_t kN = 32;
  const auto [low, high] = std::minmax_element(x, x + kN);
  const float least = std::min(*low, 0.0f);
  if (*high <= least) return {0, -least, 0};
  Fit best;
  int codes[kN];
  for (int k = -kStretches; k <= kStretches; ++k) {
    const float scale = (*high - least) / (15 + kStretchStep * static_cast<float>(k));
    encode(x, kN, scale, -least, kQ4Codes, codes);
    const Moments sum(x, codes, kN);
    const float spread = kN * sum.squares - sum.codes * sum.codes;
    Fit fit;
    if (spread > 0) fit.scale = (kN * sum.products - sum.codes * sum.x) / spread;
    fit.min = (fit.scale * sum.codes - sum.x) / kN;
    if (fit.min < 0) fit.min = 0, fit.scale = sum.squares > 0 ? sum.products / sum.squares : 0.0f;
    if (fit.scale <= 0) continue;
    fit.error = encode(x, kN, fit.scale, fit.min, kQ4Codes, codes);
    if (fit.error < best.error) best = fit;
  }
  return best;
}

// Fits 16 values with codes -32 .. 31.
Fit fit_about_zero(const float* x) {
  constexpr size_t kN = 16;
  float most = 0;
  for (size_t i = 0; i < kN; ++i) most = std::abs(x[i]) > std::abs(most) ? x[i] : most;
  if (most == 0) return {0, 0, 0};
  Fit best;
  int codes[kN];
  for (int k = -kStretches; k <= kStretches; ++k) {
    const float scale = most / -(32 + kStretchStep * static_cast<float>(k));
    encode(x, kN, scale, 0, kQ6Codes, codes);
    const Moments sum(x, codes, kN);
    if (sum.squares == 0) continue;
    Fit fit{sum.products / sum.squares, 0, 0};
    fit.error = encode(x, kN, fit.scale, 0, kQ6Codes, codes);
    if (fit.error < best.error) best = fit;
  }
  return best;
}

// The values that a format allows: scales and minima in whole steps, and codes. Minima are never
// negative.
struct Grid {
  float step, min_step;
  Range scales, codes;
};

// The whole steps near `fit` with the least error.
struct Whole {
  int scale = 0, min = 0;
  float error = std::numeric_limits<float>::infinity();
};
Whole best_steps(const float* x, size_t n, const Fit& fit, const Grid& grid) {
  const Range mins{0, grid.min_step == 0 ? 0 : grid.scales.most};
  const int scale = nearest(fit.scale * inverse_scale(grid.step), grid.scales);
  const int min = nearest(fit.min * inverse_scale(grid.min_step), mins);
  Whole best;
  int codes[32];
  for (int s = std::max(scale - 1, grid.scales.least); s <= std::min(scale + 1, grid.scales.most);
       ++s) {
    for (int m = std::max(min - 1, mins.least); m <= std::min(min + 1, mins.most); ++m) {
      const float error = encode(x, n, grid.step * static_cast<float>(s),
                                 grid.min_step * static_cast<float>(m), grid.codes, codes);
      if (error < best.error) best = {s, m, error};
    }
  }
  return best;
}

template <size_t kRuns>
void finish(const float* x, const std::array<Fit, kRuns>& fits, const Grid& grid,
            RunCodes<kRuns>& out, uint8_t (&codes)[256]) {
  constexpr size_t kN = 256 / kRuns;
  for (size_t run = 0; run < kRuns; ++run, x += kN) {
    const Whole whole = best_steps(x, kN, fits[run], grid);
    out.scale[run] = whole.scale, out.min[run] = whole.min;
    int run_codes[kN];
    encode(x, kN, grid.step * static_cast<float>(whole.scale),
           grid.min_step * static_cast<float>(whole.min), grid.codes, run_codes);
    for (size_t i = 0; i < kN; ++i) {
      codes[run * kN + i] = static_cast<uint8_t>(run_codes[i] - grid.codes.least);
    }
  }
}

}  // namespace

RunCodes<8> search_q4_k(const float* x, uint8_t (&codes)[256]) {
  std::array<Fit, 8> fits;
  float most_scale = 0, most_min = 0;
  for (size_t run = 0; run < 8; ++run) {
    fits[run] = fit_with_min(x + 32 * run);
    most_scale = std::max(most_scale, fits[run].scale);
    most_min = std::max(most_min, fits[run].min);
  }
  RunCodes<8> out{float_to_half(most_scale / 63), float_to_half(most_min / 63), {}, {}};
  const Grid grid{half_to_float(out.step), half_to_float(out.min_step), {0, 63}, kQ4Codes};
  finish(x, fits, grid, out, codes);
  return out;
}

RunCodes<16> search_q6_k(const float* x, uint8_t (&codes)[256]) {
  std::array<Fit, 16> fits;
  float most = 0;
  for (size_t run = 0; run < 16; ++run) {
    fits[run] = fit_about_zero(x + 16 * run);
    if (std::abs(fits[run].scale) > std::abs(most)) most = fits[run].scale;
  }
  RunCodes<16> out{float_to_half(most / -128), 0, {}, {}};
  finish(x, fits, {half_to_float(out.step), 0, {-128, 127}, kQ6Codes}, out, codes);
  return out;
}

}  // namespace redact
