// SPDX-License-Identifier: Apache-2.0
// The compiler's vector types and what the row kernels need of them, written once and compiled once
// per instruction set. Everything is a template on the number of float lanes, and no two sets use
// the same number, so that no function compiled for a newer set can stand in for an older one's.
#pragma once

#include <cstdint>
#include <cstring>
#include <utility>

namespace redact {

// The vector types of each number of lanes, spelled out: inside a template, GCC 12 takes a
// vector_size that depends on the parameter for a scalar.
template <int kLanes>
struct Lanes;
template <>
struct Lanes<4> {
  typedef float Vec __attribute__((vector_size(16)));
  typedef int32_t IntVec __attribute__((vector_size(16)));
  typedef int8_t ByteVec __attribute__((vector_size(4)));
};
template <>
struct Lanes<8> {
  typedef float Vec __attribute__((vector_size(32)));
  typedef int32_t IntVec __attribute__((vector_size(32)));
  typedef int8_t ByteVec __attribute__((vector_size(8)));
};
template <>
struct Lanes<16> {
  typedef float Vec __attribute__((vector_size(64)));
  typedef int32_t IntVec __attribute__((vector_size(64)));
  typedef int8_t ByteVec __attribute__((vector_size(16)));
};

template <int kLanes>
struct Vectors {
  using Vec = typename Lanes<kLanes>::Vec;
  using IntVec = typename Lanes<kLanes>::IntVec;
  using ByteVec = typename Lanes<kLanes>::ByteVec;

  static Vec load(const float* p) {
    Vec v;
    std::memcpy(&v, p, sizeof v);
    return v;
  }
  static void store(float* p, Vec v) { std::memcpy(p, &v, sizeof v); }
  static Vec splat(float x) { return x - Vec{}; }

  // Lane i gets lane i + kShift, around the end. The indices must be constants: GCC 12 builds
  // others anew, lane by lane, at every use.
  template <int kShift, typename V, int... kIndex>
  static V rotate(V v, std::integer_sequence<int, kIndex...>) {
    return __builtin_shufflevector(v, v, ((kIndex + kShift) % kLanes)...);
  }

  // Lane 0 of a fixed tree: each step combines the upper half of what is left with the lower.
  template <int kHalf = kLanes / 2, typename V, typename Combine>
  static auto reduce(V v, const Combine& combine) {
    v = combine(v, rotate<kHalf>(v, std::make_integer_sequence<int, kLanes>()));
    if constexpr (kHalf == 1) {
      return v[0];
    } else {
      return reduce<kHalf / 2>(v, combine);
    }
  }
  static float sum(Vec v) {
    return reduce(v, [](Vec a, Vec b) { return a + b; });
  }
  static int32_t sum(IntVec v) {
    return reduce(v, [](IntVec a, IntVec b) { return a + b; });
  }
  static float largest(Vec v) {
    return reduce(v, [](Vec a, Vec b) { return a > b ? a : b; });
  }
  static int32_t largest(IntVec v) {
    return reduce(v, [](IntVec a, IntVec b) { return a > b ? a : b; });
  }

  // One step of sum()'s tree for two vectors at once: of each run of 2 * kWidth lanes of a, then of
  // b, the upper half added to the lower; the sums of a's runs come first.
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

  // The sums of four vectors, bit for bit those of sum().
  static void sum4(const Vec* v, float* out) {
    const Vec pairs = fold<kLanes / 4>(fold<kLanes / 2>(v[0], v[1]), fold<kLanes / 2>(v[2], v[3]));
    const Vec r = fold_down<kLanes / 8>(pairs);
    std::memcpy(out, &r, 4 * sizeof(float));
  }

  // e^x for x <= 0, relative error below 2^-21 (measured over all floats in [-87, 0]), 0 below -87.
  // x = n ln2 + r with |r| <= ln2 / 2, then a polynomial in r and a shift by n; ln2 in two parts
  // keeps r exact (Cody and Waite 1980).
  static Vec exp_nonpositive(Vec x) {
    // Adding 1.5 * 2^23 rounds to an integer and leaves it in the low bits.
    const Vec shifted = x * 1.44269504f + 12582912.0f;
    const Vec nf = shifted - 12582912.0f;
    IntVec n;
    std::memcpy(&n, &shifted, sizeof n);
    const Vec r = (x - nf * 0.693359375f) + nf * 2.12194440e-4f;
    Vec p = r * (1.0f / 720) + 1.0f / 120;
    p = p * r + 1.0f / 24;
    p = p * r + 1.0f / 6;
    p = p * r + 0.5f;
    p = p * r + 1.0f;
    p = p * r + 1.0f;
    const IntVec bits = (n + 127) << 23;
    Vec scale;
    std::memcpy(&scale, &bits, sizeof scale);
    return x < -87.0f ? Vec{} : p * scale;
  }

  // Keeps the compiler from fusing the product that made v with the sum it goes into.
  static Vec unfused(Vec v) {
#if defined(__x86_64__)
    asm("" : "+x"(v));
#elif defined(__aarch64__)
    asm("" : "+w"(v));
#endif
    return v;
  }
};

}  // namespace redact
