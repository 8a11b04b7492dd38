// SPDX-License-Identifier: Apache-2.0
// The row kernels other than attention and dot products, written once over vectors.h and compiled
// once per instruction set by rows_<set>.cc.
#pragma once

#include <cmath>
#include <cstring>

#include "kernels/cpu/attend_impl.h"
#include "kernels/cpu/dot_impl.h"
#include "kernels/cpu/panel_kernels.h"
#include "kernels/cpu/row_kernels.h"

namespace redact {

template <int kLanes>
struct RowsImpl : DotImpl<kLanes> {
  using V = DotImpl<kLanes>;
  using typename V::ByteVec;
  using typename V::IntVec;
  using typename V::Vec;
  using V::dot, V::dot_rows, V::largest, V::load, V::splat, V::store, V::store_halves, V::sum;

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

  static void rms_norm(const float* x, const float* weight, float eps, size_t d, float* out) {
    const float mean = dot(x, x, d) / static_cast<float>(d) + eps;
    // mean - mean is 0, or no number where squares overflow: 1 / sqrt would hide them as zeros.
    const float inverse = 1.0f / std::sqrt(mean) + (mean - mean);
    for (size_t i = 0; i < d; ++i) out[i] = x[i] * inverse * weight[i];
  }

  // 1 / (1 + e^-x), both sides of 0 from one exponential.
  static Vec logistic(Vec x) {
    const Vec e = V::exp_nonpositive(x < 0 ? x : -x);
    return (x < 0 ? e : splat(1.0f)) / (1.0f + e);
  }
  static Vec silu(Vec x) { return x * logistic(x); }
  static Vec gelu(Vec x) {
    // 2 sqrt(2 / pi) (x + 0.044715 x^3)
    return x * logistic(1.59576912f * x * (1.0f + 0.044715f * x * x));
  }

  // x[i] = f(x[i], y[i]) for n values, the last ones in a vector of their own.
  template <typename Function>
  static void for_each(float* x, const float* y, size_t n, const Function& f) {
    size_t i = 0;
    for (; i + kLanes <= n; i += kLanes) store(x + i, f(load(x + i), load(y + i)));
    if (i == n) return;
    Vec a{}, b{};
    std::memcpy(&a, x + i, (n - i) * 4);
    std::memcpy(&b, y + i, (n - i) * 4);
    const Vec out = f(a, b);
    std::memcpy(x + i, &out, (n - i) * 4);
  }
  static void silu_gate(float* gate, const float* up, size_t n) {
    for_each(gate, up, n, [](Vec x, Vec u) { return silu(x) * u; });
  }
  static void gelu_gate(float* gate, const float* up, size_t n) {
    for_each(gate, up, n, [](Vec x, Vec u) { return gelu(x) * u; });
  }
  static void exp_each(float* x, size_t n) {
    for_each(x, x, n, [](Vec v, Vec) { return V::exp_nonpositive(v); });
  }

  static void to_half(const float* x, size_t n, uint16_t* out) {
    size_t i = 0;
    for (; i + kLanes <= n; i += kLanes) store_halves(out + i, load(x + i));
    for (; i < n; ++i) out[i] = float_to_half(x[i]);
  }

  static constexpr RowKernels kernels() {
    return {quantize, dot_rows,  rms_norm,  AttendImpl<kLanes>::attend,
            to_half,  silu_gate, gelu_gate, exp_each};
  }
};

}  // namespace redact
