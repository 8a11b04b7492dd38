// SPDX-License-Identifier: Apache-2.0
// The row kernels other than attention and dot products, written once over vectors.h and compiled
// once per instruction set by rows_<set>.cc.
#pragma once

#include <cmath>
#include <cstring>

#include "kernels/cpu/attend_impl.h"
#include "kernels/cpu/attend_int8_impl.h"
#include "kernels/cpu/dot_impl.h"
#include "kernels/cpu/multiply_rows_impl.h"
#include "kernels/cpu/quantise_impl.h"
#include "kernels/cpu/rotate_impl.h"
#include "kernels/cpu/row_kernels.h"

namespace redact {

template <typename Set>
struct RowsImpl : DotImpl<Set> {
  using V = DotImpl<Set>;
  using typename V::Vec;
  using typename V::Wide;
  using V::dot, V::dot_rows, V::fma, V::kLanes, V::kVectors, V::load, V::splat, V::store,
      V::store_halves, V::sum;

  static void rms_norm(const float* x, const float* weight, float eps, size_t d, float* out) {
    const float mean = dot(x, x, d) / static_cast<float>(d) + eps;
    // mean - mean is 0, or NaN if squares overflow, which 1 / sqrt would hide as zeros.
    const float inverse = 1.0f / std::sqrt(mean) + (mean - mean);
    for (size_t i = 0; i < d; ++i) out[i] = x[i] * inverse * weight[i];
  }

  static void layer_norm(const float* x, const LayerNorm& norm, size_t d, float* out) {
    const auto n = static_cast<float>(d);
    const float mean = total(x, d, [](Vec v, Vec acc) { return acc + v; }) / n;
    const float square = total(x, d, [mean](Vec v, Vec acc) {
      const Vec apart = v - mean;
      return fma(apart, apart, acc);
    });
    const float variance = square / n + norm.eps;
    // As in rms_norm, squares that overflow give NaN.
    const float inverse = 1.0f / std::sqrt(variance) + (variance - variance);
    for (size_t i = 0; i < d; ++i) out[i] = (x[i] - mean) * inverse * norm.weight[i];
    for (size_t i = 0; norm.bias != nullptr && i < d; ++i) out[i] += norm.bias[i];
  }
  // Adds up the values that add(x, sum so far) gives: over kWide lanes, then the rest of the row in
  // order.
  template <typename Add>
  static float total(const float* x, size_t n, const Add& add) {
    Wide acc = {};
    size_t i = 0;
    for (; i + kWide <= n; i += kWide) {
      for (int k = 0; k < kVectors; ++k) acc[k] = add(load(x + i + k * kLanes), acc[k]);
    }
    float out = V::sum(acc);
    for (; i < n; ++i) out = add(splat(x[i]), splat(out))[0];
    return out;
  }

  // 1 / (1 + e^-x), for both signs of x with one exponential.
  static Vec logistic(Vec x) {
    const Vec e = V::exp_nonpositive(x < 0 ? x : -x);
    return (x < 0 ? e : splat(1.0f)) / (1.0f + e);
  }
  static Vec silu(Vec x) { return x * logistic(x); }
  static Vec gelu(Vec x) {
    // 2 sqrt(2 / pi) (x + 0.044715 x^3)
    return x * logistic(1.59576912f * x * (1.0f + 0.044715f * x * x));
  }

  // x times the normal distribution function, whose smaller half is erfc(|x| / sqrt 2) / 2 by the
  // rational Chebyshev fit of Numerical Recipes (erfcc): relative error below 1.2e-7.
  static Vec exact_gelu(Vec x) {
    const Vec t = 1.0f / (1.0f + (x < 0 ? -x : x) * 0.35355339f);
    Vec p = splat(0.17087277f);
    for (const float c : {-0.82215223f, 1.48851587f, -1.13520398f, 0.27886807f, -0.18628806f,
                          0.09678418f, 0.37409196f, 1.00002368f, -1.26551223f}) {
      p = fma(p, t, splat(c));
    }
    const Vec tail = 0.5f * t * V::exp_nonpositive(p - 0.5f * x * x);
    return x < 0 ? x * tail : x - x * tail;
  }

  // x[i] = f(x[i], y[i]) for n values; the last ones go into a separate, partly filled vector.
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
  static void clamped_gate(float* gate, const float* up, size_t n) {
    for_each(gate, up, n, [](Vec x, Vec u) {
      const Vec most = splat(7.0f), g = x > most ? most : x;
      const Vec above = u < -most ? -most : u;
      return g * logistic(1.702f * g) * ((above > most ? most : above) + 1.0f);
    });
  }
  static void gelu_each(float* x, size_t n) {
    for_each(x, x, n, [](Vec v, Vec) { return exact_gelu(v); });
  }
  static void erf_gelu_gate(float* gate, const float* up, size_t n) {
    for_each(gate, up, n, [](Vec x, Vec u) { return exact_gelu(x) * u; });
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
    using Quantise = QuantiseImpl<Set>;
    return {Quantise::quantise,
            Quantise::quantise_row,
            MultiplyRowsImpl<Set>::multiply_rows,
            dot_rows,
            rms_norm,
            layer_norm,
            RotateImpl<Set>::rotate,
            AttendImpl<Set>::template attend<uint16_t>,
            AttendImpl<Set>::template attend<float>,
            AttendInt8Impl<Set>::attend_int8,
            to_half,
            silu_gate,
            gelu_gate,
            clamped_gate,
            gelu_each,
            erf_gelu_gate,
            exp_each};
  }
};

}  // namespace redact
