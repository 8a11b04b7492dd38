// SPDX-License-Identifier: Apache-2.0
// The operations of lanes.h in instructions of ARM64.
#pragma once

#include <arm_neon.h>

#include <cstring>

#include "kernels/cpu/lane_by_lane.h"

namespace redact {

// Operations common to all sets.
template <typename Set>
struct Lanes128 : LaneTypes<4> {
  static Vec fma(Vec a, Vec b, Vec c) { return vfmaq_f32(c, a, b); }
  static Vec load_halves(const uint16_t* halves) {
    return vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(halves)));
  }
  static void store_halves(uint16_t* halves, Vec v) {
    vst1_u16(halves, vreinterpret_u16_f16(vcvt_f16_f32(v)));
  }
  static void store_bytes(void* bytes, IntVec v) {
    const int16x4_t words = vmovn_s32(v);
    const int8x8_t packed = vmovn_s16(vcombine_s16(words, words));
    std::memcpy(bytes, &packed, 4);
  }
  // Unsigned bytes for multipliers of signed ones. Products then lack 128 times the sum of s.
  static IntVec minus_128(IntVec u) { return u ^ static_cast<int32_t>(0x80808080); }
};

// Products of bytes fit 16 bits; pairs of them are added in 32.
template <>
struct Lanes<Neon> : Lanes128<Neon> {
  static IntVec dot4(IntVec sum, IntVec u, IntVec s) {
    const int32x4_t total = vpaddlq_s16(vpaddlq_s8(vreinterpretq_s8_s32(s)));
    return dot4_signed(sum, minus_128(u), s) + vshlq_n_s32(total, 7);
  }
  // The same for signed u.
  static IntVec dot4_signed(IntVec sum, IntVec u, IntVec s) {
    const int8x16_t us = vreinterpretq_s8_s32(u), ss = vreinterpretq_s8_s32(s);
    const int16x8_t low = vmull_s8(vget_low_s8(us), vget_low_s8(ss)), high = vmull_high_s8(us, ss);
    return sum + vpaddq_s32(vpaddlq_s16(low), vpaddlq_s16(high));
  }
};

#if defined(__ARM_FEATURE_DOTPROD)
template <>
struct Lanes<DotProd> : Lanes128<DotProd> {
  static IntVec dot4(IntVec sum, IntVec u, IntVec s) {
    const int32x4_t total = vdotq_s32(vdupq_n_s32(0), vreinterpretq_s8_s32(s), vdupq_n_s8(1));
    return dot4_signed(sum, minus_128(u), s) + vshlq_n_s32(total, 7);
  }
  static IntVec dot4_signed(IntVec sum, IntVec u, IntVec s) {
    return vdotq_s32(sum, vreinterpretq_s8_s32(u), vreinterpretq_s8_s32(s));
  }
};
#endif

#if defined(__ARM_FEATURE_MATMUL_INT8)
template <>
struct Lanes<I8mm> : Lanes128<I8mm> {
  static IntVec dot4(IntVec sum, IntVec u, IntVec s) {
    return vusdotq_s32(sum, vreinterpretq_u8_s32(u), vreinterpretq_s8_s32(s));
  }
};
#endif

}  // namespace redact
