// SPDX-License-Identifier: Apache-2.0
// Vectors of bytes, four in each lane: operands of dot4.
#pragma once

#include "kernels/cpu/vectors.h"

namespace redact {

template <typename Set>
struct Quads : Vectors<Set> {
  using typename Vectors<Set>::IntVec;

  // dot4 of codes that have an offset of 128, prepared by offset_codes, which pays off if they are
  // multiplied more than once. Sums keep kKeptOffset times the sums of s, 0 where the instructions
  // multiply signed by signed bytes.
  static constexpr bool kSigned = requires { &Lanes<Set>::dot4_signed; };
  static constexpr int kKeptOffset = kSigned ? 0 : 128;
  static IntVec offset_codes(IntVec u) {
    if constexpr (kSigned) {
      return Lanes<Set>::minus_128(u);
    } else {
      return u;
    }
  }
  static IntVec dot4_offset(IntVec sum, IntVec codes, IntVec s) {
    if constexpr (kSigned) {
      return Lanes<Set>::dot4_signed(sum, codes, s);
    } else {
      return Lanes<Set>::dot4(sum, codes, s);
    }
  }

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
