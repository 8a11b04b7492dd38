// SPDX-License-Identifier: Apache-2.0
// The compiler's vector types, and the operations on them that it has no operator for. Everything
// is a template on the number of float lanes, and no two instruction sets use the same number, so
// that no function compiled for a newer set can stand in for an older one's.
#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/cpu/half.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace redact {

// The vector types of each number of lanes, spelled out: inside a template, GCC 12 takes a
// vector_size that depends on the parameter for a scalar.
template <int kLanes>
struct LaneTypes;
template <>
struct LaneTypes<4> {
  typedef float Vec __attribute__((vector_size(16)));
  typedef int32_t IntVec __attribute__((vector_size(16)));
  typedef int8_t ByteVec __attribute__((vector_size(4)));
};
template <>
struct LaneTypes<8> {
  typedef float Vec __attribute__((vector_size(32)));
  typedef int32_t IntVec __attribute__((vector_size(32)));
  typedef int8_t ByteVec __attribute__((vector_size(8)));
};
template <>
struct LaneTypes<16> {
  typedef float Vec __attribute__((vector_size(64)));
  typedef int32_t IntVec __attribute__((vector_size(64)));
  typedef int8_t ByteVec __attribute__((vector_size(16)));
};

// Lane by lane: right everywhere, and slow where the target has no fused multiply-add.
template <int kLanes>
struct LaneByLane : LaneTypes<kLanes> {
  using typename LaneTypes<kLanes>::Vec;

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
  // The nearest halves, as float_to_half.
  static void store_halves(uint16_t* halves, Vec v) {
    for (int i = 0; i < kLanes; ++i) halves[i] = float_to_half(v[i]);
  }
};

// The operations as this target does them best.
template <int kLanes>
struct Lanes : LaneByLane<kLanes> {};

#if defined(__SSE2__)
// In doubles, for want of an instruction: 1 ns a lane, where std::fma takes 22 on a machine that
// has none either. The product of two floats is exact in double. The sum is rounded to odd (Boldo
// and Melquiond 2008): where it is not exact, to the neighbour whose last bit is 1, so that
// rounding it again, to float, rounds as if once.
template <>
struct Lanes<4> : LaneByLane<4> {
  static Vec fma(Vec a, Vec b, Vec c) {
    return _mm_movelh_ps(two(a, b, c),
                         two(_mm_movehl_ps(a, a), _mm_movehl_ps(b, b), _mm_movehl_ps(c, c)));
  }

 private:
  static __m128 two(__m128 a, __m128 b, __m128 c) {
    const __m128d x = _mm_mul_pd(_mm_cvtps_pd(a), _mm_cvtps_pd(b)), y = _mm_cvtps_pd(c);
    const __m128d sum = _mm_add_pd(x, y), part = _mm_sub_pd(sum, x);
    const __m128d error = _mm_add_pd(_mm_sub_pd(x, _mm_sub_pd(sum, part)), _mm_sub_pd(y, part));
    const __m128d zero = _mm_setzero_pd(), below = _mm_cmplt_pd(error, zero);
    // No number is neither below nor above.
    const __m128i inexact = _mm_castpd_si128(_mm_or_pd(below, _mm_cmpgt_pd(error, zero)));
    // Magnitudes are one too large where error and sum differ in sign: -1 there, else 1.
    const __m128i toward_zero = _mm_castpd_si128(_mm_xor_pd(below, _mm_cmplt_pd(sum, zero)));
    const __m128i one = _mm_set1_epi64x(1), bits = _mm_castpd_si128(sum);
    const __m128i step = _mm_or_si128(toward_zero, one);
    const __m128i even = _mm_sub_epi64(_mm_and_si128(bits, one), one);
    const __m128i odd = _mm_add_epi64(bits, _mm_and_si128(_mm_and_si128(inexact, even), step));
    return _mm_cvtpd_ps(_mm_castsi128_pd(odd));
  }
};
#endif

#if defined(__AVX2__) && defined(__FMA__) && defined(__F16C__)
template <>
struct Lanes<8> : LaneTypes<8> {
  static Vec fma(Vec a, Vec b, Vec c) { return _mm256_fmadd_ps(a, b, c); }
  static Vec load_halves(const uint16_t* halves) {
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(halves)));
  }
  static void store_halves(uint16_t* halves, Vec v) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(halves),
                     _mm256_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT));
  }
};
#endif

#if defined(__AVX512F__)
template <>
struct Lanes<16> : LaneTypes<16> {
  static Vec fma(Vec a, Vec b, Vec c) { return _mm512_fmadd_ps(a, b, c); }
  static Vec load_halves(const uint16_t* halves) {
    return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(halves)));
  }
  static void store_halves(uint16_t* halves, Vec v) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(halves),
                        _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT));
  }
};
#endif

}  // namespace redact
