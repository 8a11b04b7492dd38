// SPDX-License-Identifier: Apache-2.0
// The compiler's vector types and what the row kernels need of them, written once and compiled once
// per instruction set. Everything is a template on the number of float lanes, and no two sets use
// the same number, so that no function compiled for a newer set can stand in for an older one's.
#pragma once

#include <cstdint>
#include <cstring>

namespace redact {

// The vector types of each number of lanes, spelled out: inside a template, GCC 12 takes a
// vector_size that depends on the parameter for a scalar.
template <int kLanes>
struct Lanes;
template <>
struct Lanes<4> {
  typedef float Vec __attribute__((vector_size(16)));
  typedef int32_t IntVec __attribute__((vector_size(16)));
};
template <>
struct Lanes<8> {
  typedef float Vec __attribute__((vector_size(32)));
  typedef int32_t IntVec __attribute__((vector_size(32)));
};
template <>
struct Lanes<16> {
  typedef float Vec __attribute__((vector_size(64)));
  typedef int32_t IntVec __attribute__((vector_size(64)));
};

template <int kLanes>
struct Vectors {
  using Vec = typename Lanes<kLanes>::Vec;
  using IntVec = typename Lanes<kLanes>::IntVec;

  static Vec load(const float* p) {
    Vec v;
    std::memcpy(&v, p, sizeof v);
    return v;
  }
  static void store(float* p, Vec v) { std::memcpy(p, &v, sizeof v); }
  static Vec splat(float x) { return x - Vec{}; }

  // Lanes add up in a fixed tree: each step adds the upper half of what is left to the lower.
  static float sum(Vec v) {
#pragma GCC unroll 4
    for (int half = kLanes / 2; half > 0; half /= 2) {
      IntVec from;
#pragma GCC unroll 16
      for (int i = 0; i < kLanes; ++i) from[i] = (i + half) % kLanes;
      v += __builtin_shuffle(v, from);
    }
    return v[0];
  }

  // One step of that tree for two vectors at once: of each run of 2 * width lanes of a, then of b,
  // the upper half added to the lower; the sums of a's runs come first.
  static Vec fold(Vec a, Vec b, int width) {
    IntVec low, high;
#pragma GCC unroll 16
    for (int i = 0; i < kLanes; ++i) {
      low[i] = i / width * 2 * width + i % width;
      high[i] = low[i] + width;
    }
    return __builtin_shuffle(a, b, low) + __builtin_shuffle(a, b, high);
  }

  // The sums of four vectors, bit for bit those of sum().
  static void sum4(const Vec* v, float* out) {
    Vec r = fold(fold(v[0], v[1], kLanes / 2), fold(v[2], v[3], kLanes / 2), kLanes / 4);
#pragma GCC unroll 2
    for (int width = kLanes / 8; width > 0; width /= 2) r = fold(r, r, width);
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

  // Largest lane, in order of integers.
  static int32_t largest(IntVec v) {
#pragma GCC unroll 4
    for (int half = kLanes / 2; half > 0; half /= 2) {
      IntVec from;
#pragma GCC unroll 16
      for (int i = 0; i < kLanes; ++i) from[i] = (i + half) % kLanes;
      const IntVec other = __builtin_shuffle(v, from);
      v = v > other ? v : other;
    }
    return v[0];
  }

  static int32_t sum(IntVec v) {
    int32_t total = 0;
#pragma GCC unroll 16
    for (int i = 0; i < kLanes; ++i) total += v[i];
    return total;
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
