// SPDX-License-Identifier: Apache-2.0
// The row kernels other than attention, written once over vectors.h and compiled once per
// instruction set by rows_<set>.cc.
#pragma once

#include <cmath>
#include <cstring>

#include "kernels/cpu/attend_impl.h"
#include "kernels/cpu/panel_kernels.h"
#include "kernels/cpu/row_kernels.h"
#include "kernels/cpu/vectors.h"

namespace redact {

template <int kLanes>
struct RowsImpl : Vectors<kLanes> {
  using V = Vectors<kLanes>;
  using typename V::ByteVec;
  using typename V::IntVec;
  using typename V::Vec;
  using typename V::Wide;
  using V::exp_nonpositive, V::fma, V::kVectors, V::largest, V::load, V::splat, V::store, V::sum,
      V::sum4;

  static void quantize(const float* x, size_t n, int8_t* codes, float* scales, int32_t* minus_sums,
                       int32_t* minus_low_sums) {
    constexpr int kBlockVectors = kBlock / kLanes;
    for (size_t b = 0; b < n / kBlock; ++b, x += kBlock, codes += kTileRows * kBlock) {
      // Magnitudes compare as integers, and what is not finite is larger than what is.
      IntVec most{};
#pragma GCC unroll 8
      for (int i = 0; i < kBlockVectors; ++i) {
        IntVec bits;
        std::memcpy(&bits, x + i * kLanes, sizeof bits);
        bits &= 0x7fffffff;
        most = most > bits ? most : bits;
      }
      const int32_t bits = largest(most);
      float magnitude;
      std::memcpy(&magnitude, &bits, 4);
      scales[b * kTileRows] = magnitude / 127.0f;
      const IntVec keep = IntVec{} - (bits < 0x7f800000);  // no codes where something is not finite
      const float inverse = magnitude > 1e-30f ? 127.0f / magnitude : 0.0f;
      IntVec low{}, high{};  // sums over either half of the block
#pragma GCC unroll 8
      for (int i = 0; i < kBlockVectors; ++i) {
        // Adding 1.5 * 2^23 rounds to the nearest integer, ties to even, and leaves it in the low
        // bits.
        const Vec shifted = load(x + i * kLanes) * inverse + 12582912.0f;
        IntVec code;
        std::memcpy(&code, &shifted, sizeof code);
        code = (code - 0x4b400000) & keep;
        (i < kBlockVectors / 2 ? low : high) += code;
        const ByteVec bytes = __builtin_convertvector(code, ByteVec);
        std::memcpy(codes + i * kLanes, &bytes, sizeof bytes);
      }
      minus_sums[b * kTileRows] = -sum(low + high);
      minus_low_sums[b * kTileRows] = -sum(low);
    }
  }

  // Rows of x in a tile of outputs, whose sums of kWide lanes fill half of the vector registers.
  static constexpr int kTileX = kLanes == 16 ? 4 : 1;

  // One tile of outputs, its accumulators in registers. Each output is summed as if alone: over
  // kWide lanes, then what is left of the row in order.
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

  static void rms_norm(const float* x, const float* weight, float eps, size_t d, float* out) {
    const float mean = dot(x, x, d) / static_cast<float>(d) + eps;
    // mean - mean is 0, or no number where squares overflow: 1 / sqrt would hide them as zeros.
    const float inverse = 1.0f / std::sqrt(mean) + (mean - mean);
    for (size_t i = 0; i < d; ++i) out[i] = x[i] * inverse * weight[i];
  }

  static Vec silu(Vec x) {
    const Vec e = exp_nonpositive(x < 0 ? x : -x);  // e^-|x|: both sides of 0 from one exponential
    return x * ((x < 0 ? e : splat(1.0f)) / (1.0f + e));
  }

  static void silu_gate(float* gate, const float* up, size_t n) {
    size_t i = 0;
    for (; i + kLanes <= n; i += kLanes) store(gate + i, silu(load(gate + i)) * load(up + i));
    if (i == n) return;
    Vec x{}, u{};
    std::memcpy(&x, gate + i, (n - i) * 4);
    std::memcpy(&u, up + i, (n - i) * 4);
    const Vec y = silu(x) * u;
    std::memcpy(gate + i, &y, (n - i) * 4);
  }

  static constexpr RowKernels kernels() {
    return {quantize, dot_rows, rms_norm, AttendImpl<kLanes>::attend, silu_gate};
  }
};

}  // namespace redact
