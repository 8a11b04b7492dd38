// SPDX-License-Identifier: Apache-2.0
// Rotary embeddings of one head.
#pragma once

#include "kernels/cpu/vectors.h"
#include "kernels/ops.h"

namespace redact {

template <typename Set>
struct RotateImpl : Vectors<Set> {
  using V = Vectors<Set>;
  using typename V::Vec;
  using V::kLanes, V::load, V::store;

  // Lane i gets lane i ^ 1, lane i & ~1 or lane i | 1.
  template <int... kIndex>
  static Vec swap_pairs(Vec v, std::integer_sequence<int, kIndex...>) {
    return __builtin_shufflevector(v, v, (kIndex ^ 1)...);
  }
  template <int... kIndex>
  static Vec firsts(Vec v, std::integer_sequence<int, kIndex...>) {
    return __builtin_shufflevector(v, v, (kIndex & ~1)...);
  }
  template <int... kIndex>
  static Vec seconds(Vec v, std::integer_sequence<int, kIndex...>) {
    return __builtin_shufflevector(v, v, (kIndex | 1)...);
  }

  // Rotates pairs (2i, 2i + 1); the angles have the same layout.
  static Vec rotate_pairs(Vec v, Vec angles) {
    constexpr auto kAll = std::make_integer_sequence<int, kLanes>();
    Vec sign;  // of the sine: - for the first of a pair
    for (int i = 0; i < kLanes; ++i) sign[i] = i % 2 ? 1.0f : -1.0f;
    return v * firsts(angles, kAll) + swap_pairs(v, kAll) * (seconds(angles, kAll) * sign);
  }
  static void rotate_adjacent(float* head, size_t n_dims, const float* cos_sin) {
    size_t i = 0;
    for (; i + kLanes <= n_dims; i += kLanes) {
      store(head + i, rotate_pairs(load(head + i), load(cos_sin + i)));
    }
    if (i == n_dims) return;
    // The rest goes into a separate vector: GCC 12 would turn a loop over pairs into vfmaddsub even
    // with -ffp-contract=off.
    Vec v{}, angles{};
    std::memcpy(&v, head + i, (n_dims - i) * sizeof(float));
    std::memcpy(&angles, cos_sin + i, (n_dims - i) * sizeof(float));
    v = rotate_pairs(v, angles);
    std::memcpy(head + i, &v, (n_dims - i) * sizeof(float));
  }

  // RowKernels::rotate.
  static void rotate(float* head, const Rope& rope, const float* cos_sin) {
    if (rope.pairs == RopePairs::kAdjacent) return rotate_adjacent(head, rope.n_dims, cos_sin);
    float* second = head + rope.n_dims / 2;
    for (size_t i = 0; i < rope.n_dims / 2; ++i) {
      const float c = cos_sin[2 * i], s = cos_sin[2 * i + 1], a = head[i], b = second[i];
      head[i] = a * c - b * s;
      second[i] = a * s + b * c;
    }
  }
};

}  // namespace redact
