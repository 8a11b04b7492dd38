// SPDX-License-Identifier: Apache-2.0
// The compiler's vector types, and operations on them for which it has no operator, lane by lane
// (lanes.h implements them with instructions).
#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/cpu/instruction_sets.h"
#include "kernels/formats/half.h"

namespace redact {

// The vector types of each number of lanes, spelled out: inside a template, GCC 12 treats a type
// whose vector_size depends on the parameter as a scalar.
template <int kLanes>
struct LaneTypes;
template <>
struct LaneTypes<4> {
  static constexpr int kLanes = 4;
  typedef float Vec __attribute__((vector_size(16)));
  typedef int32_t IntVec __attribute__((vector_size(16)));
};
template <>
struct LaneTypes<8> {
  static constexpr int kLanes = 8;
  typedef float Vec __attribute__((vector_size(32)));
  typedef int32_t IntVec __attribute__((vector_size(32)));
};
template <>
struct LaneTypes<16> {
  static constexpr int kLanes = 16;
  typedef float Vec __attribute__((vector_size(64)));
  typedef int32_t IntVec __attribute__((vector_size(64)));
};

// Lane by lane: correct on every target, but slow if the target has no fused multiply-add.
template <typename Set>
struct LaneByLane : LaneTypes<Set::kLanes> {
  using typename LaneTypes<Set::kLanes>::Vec;
  using typename LaneTypes<Set::kLanes>::IntVec;
  using LaneTypes<Set::kLanes>::kLanes;

  // a * b + c, rounded once.
  static Vec fma(Vec a, Vec b, Vec c) {
    for (int i = 0; i < kLanes; ++i) c[i] = std::fma(a[i], b[i], c[i]);
    return c;
  }
  // kLanes IEEE halves, exactly.
  static Vec load_halves(const uint16_t* halves) {
    Vec v;
    for (int i = 0; i < kLanes; ++i) v[i] = half_to_float(halves[i]);
    return v;
  }
  // The nearest halves, as float_to_half gives them.
  static void store_halves(uint16_t* halves, Vec v) {
    for (int i = 0; i < kLanes; ++i) halves[i] = float_to_half(v[i]);
  }
  // The low byte of each lane. GCC 12 converts vectors to bytes lane by lane.
  static void store_bytes(void* bytes, IntVec v) {
    for (int i = 0; i < kLanes; ++i) static_cast<uint8_t*>(bytes)[i] = static_cast<uint8_t>(v[i]);
  }
  // sum[i] plus the products of the four unsigned bytes of u[i] with the signed bytes of s[i].
  static IntVec dot4(IntVec sum, IntVec u, IntVec s) {
    for (int i = 0; i < kLanes; ++i) {
      for (int bit = 0; bit < 32; bit += 8) {
        sum[i] += static_cast<uint8_t>(u[i] >> bit) * static_cast<int8_t>(s[i] >> bit);
      }
    }
    return sum;
  }
};

}  // namespace redact
