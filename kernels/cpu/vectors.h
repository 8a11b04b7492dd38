// SPDX-License-Identifier: Apache-2.0
// The vector operations of the row kernels, written once and compiled once per instruction set,
// with identical bits on each: sums across lanes are over kWide lanes, that is kWide / kLanes
// vectors, in one fixed order, and only explicit calls of fma are fused (files are compiled with
// -ffp-contract=off).
#pragma once

#include <cstring>
#include <utility>

#include "kernels/cpu/lanes.h"

namespace redact {

constexpr int kWide = 16;  // lanes of the widest set

template <typename Set>
struct Vectors : Lanes<Set> {
  using typename Lanes<Set>::Vec;
  using typename Lanes<Set>::IntVec;
  using Lanes<Set>::dot4;
  using Lanes<Set>::fma;
  using Lanes<Set>::kLanes;
  using Lanes<Set>::load_halves;
  using Lanes<Set>::store_bytes;
  using Lanes<Set>::store_halves;

  // kWide lanes: lane i is lane i % kLanes of vector i / kLanes.
  static constexpr int kVectors = kWide / kLanes;
  using Wide = Vec[kVectors];

  static Vec load(const float* p) {
    Vec v;
    std::memcpy(&v, p, sizeof v);
    return v;
  }
  static void store(float* p, Vec v) { std::memcpy(p, &v, sizeof v); }
  static Vec splat(float x) { return x - Vec{}; }

  // Lane i gets lane i + kShift, modulo kLanes. The indices must be constants: GCC 12 rebuilds
  // variable ones lane by lane at every use.
  template <int kShift, typename V, int... kIndex>
  static V rotate(V v, std::integer_sequence<int, kIndex...>) {
    return __builtin_shufflevector(v, v, ((kIndex + kShift) % kLanes)...);
  }

  // Combines kWide lanes in a fixed tree: each step combines the upper half of the remaining lanes
  // with the lower half.
  template <typename V, typename Combine>
  static auto reduce(const V (&wide)[kVectors], const Combine& combine) {
    V v[kVectors];
    for (int i = 0; i < kVectors; ++i) v[i] = wide[i];
    for (int n = kVectors / 2; n > 0; n /= 2) {
      for (int i = 0; i < n; ++i) v[i] = combine(v[i], v[i + n]);
    }
    return reduce_lanes(v[0], combine);
  }
  template <int kHalf = kLanes / 2, typename V, typename Combine>
  static auto reduce_lanes(V v, const Combine& combine) {
    v = combine(v, rotate<kHalf>(v, std::make_integer_sequence<int, kLanes>()));
    if constexpr (kHalf == 1) {
      return v[0];
    } else {
      return reduce_lanes<kHalf / 2>(v, combine);
    }
  }
  static constexpr auto kPlus = [](auto a, auto b) { return a + b; };
  static constexpr auto kLarger = [](auto a, auto b) { return a > b ? a : b; };
  static float sum(const Wide& v) { return reduce(v, kPlus); }
  static float largest(const Wide& v) { return reduce(v, kLarger); }
  static int32_t sum(IntVec v) { return reduce_lanes(v, kPlus); }
  static int32_t largest(IntVec v) { return reduce_lanes(v, kLarger); }

  // One step of sum()'s tree for two vectors at once: in each run of 2 * kWidth lanes of a, then of
  // b, adds the upper half to the lower. The sums of a's runs come first.
  template <int kWidth, int... kIndex>
  static Vec fold(Vec a, Vec b, std::integer_sequence<int, kIndex...>) {
    return __builtin_shufflevector(a, b, (kIndex / kWidth * 2 * kWidth + kIndex % kWidth)...) +
           __builtin_shufflevector(a, b,
                                   (kIndex / kWidth * 2 * kWidth + kIndex % kWidth + kWidth)...);
  }
  template <int kWidth>
  static Vec fold(Vec a, Vec b) {
    return fold<kWidth>(a, b, std::make_integer_sequence<int, kLanes>());
  }
  template <int kWidth>
  static Vec fold_down(Vec v) {
    if constexpr (kWidth == 0) {
      return v;
    } else {
      return fold_down<kWidth / 2>(fold<kWidth>(v, v));
    }
  }

  // The sums of four sets of kWide lanes, bit-identical to those of sum().
  static void sum4(const Wide* wide, float* out) {
    Vec v[4];
    for (int k = 0; k < 4; ++k) {
      Wide parts;
      for (int i = 0; i < kVectors; ++i) parts[i] = wide[k][i];
      for (int n = kVectors / 2; n > 0; n /= 2) {
        for (int i = 0; i < n; ++i) parts[i] = parts[i] + parts[i + n];
      }
      v[k] = parts[0];
    }
    const Vec pairs = fold<kLanes / 4>(fold<kLanes / 2>(v[0], v[1]), fold<kLanes / 2>(v[2], v[3]));
    const Vec r = fold_down<kLanes / 8>(pairs);
    std::memcpy(out, &r, 4 * sizeof(float));
  }

  // e^x for x <= 0, relative error below 2^-22 (measured over all floats in [-87, 0]), 0 below -87.
  // x = n ln2 + r with |r| <= ln2 / 2, then a polynomial in r and a shift by n; ln2 in two parts
  // keeps r exact (Cody and Waite 1980).
  static Vec exp_nonpositive(Vec x) {
    // Adding 1.5 * 2^23 rounds to an integer and leaves it in the low bits.
    const Vec shifted = fma(x, splat(1.44269504f), splat(12582912.0f));
    const Vec nf = shifted - 12582912.0f;
    IntVec n;
    std::memcpy(&n, &shifted, sizeof n);
    const Vec r = fma(nf, splat(2.12194440e-4f), fma(nf, splat(-0.693359375f), x));
    Vec p = fma(r, splat(1.0f / 720), splat(1.0f / 120));
    p = fma(p, r, splat(1.0f / 24));
    p = fma(p, r, splat(1.0f / 6));
    p = fma(p, r, splat(0.5f));
    p = fma(p, r, splat(1.0f));
    p = fma(p, r, splat(1.0f));
    const IntVec bits = (n + 127) << 23;
    Vec scale;
    std::memcpy(&scale, &bits, sizeof scale);
    return x < -87.0f ? Vec{} : p * scale;
  }
};

}  // namespace redact
