// SPDX-License-Identifier: Apache-2.0
// Vectors of bytes, four in each lane: operands of dot4.
#pragma once

#include "kernels/cpu/vectors.h"

namespace redact {

template <typename Set>
struct Quads : Vectors<Set> {
  using typename Vectors<Set>::IntVec;

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
