// SPDX-License-Identifier: Apache-2.0
// Dot products of rows of floats.
#pragma once

#include <cmath>

#include "kernels/cpu/vectors.h"

namespace redact {

template <typename Set>
struct DotImpl : Vectors<Set> {
  using V = Vectors<Set>;
  using typename V::Vec;
  using typename V::Wide;
  using V::fma, V::kLanes, V::kVectors, V::load, V::sum, V::sum4;

  // Rows of x in a tile of outputs; the tile's sums of kWide lanes fill half of the vector
  // registers.
  static constexpr int kTileX = kLanes == 16 ? 4 : 1;

  // Computes one tile of outputs with accumulators in registers. Each output is summed as if alone:
  // over kWide lanes, then the rest of the row in order.
  template <int kW, int kX>
  static void dot_tile(const float* w, const float* x, size_t cols, float* out, size_t out_stride,
                       bool add) {
    Wide acc[kX][kW] = {};
    size_t c = 0;
    for (; c + kWide <= cols; c += kWide) {
#pragma GCC unroll 4
      for (int k = 0; k < kVectors; ++k) {
        Vec wv[kW];
#pragma GCC unroll 4
        for (int i = 0; i < kW; ++i) wv[i] = load(w + i * cols + c + k * kLanes);
#pragma GCC unroll 4
        for (int r = 0; r < kX; ++r) {
          const Vec xv = load(x + r * cols + c + k * kLanes);
#pragma GCC unroll 4
          for (int i = 0; i < kW; ++i) acc[r][i][k] = fma(wv[i], xv, acc[r][i][k]);
        }
      }
    }
#pragma GCC unroll 4
    for (int r = 0; r < kX; ++r) {
      float totals[kW];
      if constexpr (kW == 4) {
        sum4(acc[r], totals);
      } else {
        totals[0] = sum(acc[r][0]);
      }
#pragma GCC unroll 4
      for (int i = 0; i < kW; ++i) {
        for (size_t t = c; t < cols; ++t) {
          totals[i] = std::fma(w[i * cols + t], x[r * cols + t], totals[i]);
        }
        float& o = out[r * out_stride + i];
        o = add ? o + totals[i] : totals[i];
      }
    }
  }

  static void dot_rows(const float* w, size_t n_w, const float* x, size_t n_x, size_t cols,
                       float* out, size_t out_stride, bool add) {
    for (size_t r = 0; r < n_x;) {
      const size_t n_r = n_x - r >= kTileX ? kTileX : 1;
      for (size_t i = 0; i < n_w;) {
        const size_t n_i = n_w - i >= 4 ? 4 : 1;
        const auto tile = n_r > 1 ? (n_i == 4 ? dot_tile<4, kTileX> : dot_tile<1, kTileX>)
                                  : (n_i == 4 ? dot_tile<4, 1> : dot_tile<1, 1>);
        tile(w + i * cols, x + r * cols, cols, out + r * out_stride + i, out_stride, add);
        i += n_i;
      }
      r += n_r;
    }
  }

  static float dot(const float* a, const float* b, size_t n) {
    float out;
    dot_tile<1, 1>(a, b, n, &out, 1, false);
    return out;
  }
};

}  // namespace redact
