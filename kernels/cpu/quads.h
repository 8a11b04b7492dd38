// SPDX-License-Identifier: Apache-2.0
// Vectors of bytes, four in each lane: operands of dot4.
#pragma once

#include "kernels/cpu/vectors.h"

namespace redact {

template <int kLanes>
struct Quads : Vectors<kLanes> {
  using typename Vectors<kLanes>::IntVec;

  static IntVec load_quads(const void* p) {
    IntVec v;
    std::memcpy(&v, p, sizeof v);
    return v;
  }
  // The same four bytes in all lanes.
  static IntVec splat_quad(const void* p) {
    int32_t quad;
    std::memcpy(&quad, p, sizeof quad);
    return quad - IntVec{};
  }
};

}  // namespace redact
