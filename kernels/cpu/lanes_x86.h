// SPDX-License-Identifier: Apache-2.0
// The operations of lanes.h in instructions of x86.
#pragma once

#include <immintrin.h>

#include <cstring>

#include "kernels/cpu/lane_by_lane.h"

namespace redact {

// SSE2 has no fma instruction, so fma is computed in doubles: 1 ns per lane, where std::fma takes
// 22 on a machine without the instruction. The product of two floats is exact in double. The sum is
// rounded to odd (Boldo and Melquiond 2008): if it is inexact, to the neighbour whose last bit is
// 1, so that rounding it again to float gives the result of a single rounding.
template <>
struct Lanes<Scalar> : LaneByLane<Scalar> {
  static Vec fma(Vec a, Vec b, Vec c) {
    return _mm_movelh_ps(two(a, b, c),
                         two(_mm_movehl_ps(a, a), _mm_movehl_ps(b, b), _mm_movehl_ps(c, c)));
  }
  static void store_bytes(void* bytes, IntVec v) {
    const __m128i low = _mm_and_si128(reinterpret_cast<__m128i>(v), _mm_set1_epi32(255));
    const __m128i words = _mm_packs_epi32(low, low);
    const int32_t four = _mm_cvtsi128_si32(_mm_packus_epi16(words, words));
    std::memcpy(bytes, &four, sizeof four);
  }
  // Even and odd bytes separately, in 16 bits.
  static IntVec dot4(IntVec sum, IntVec u, IntVec s) {
    const auto us = reinterpret_cast<__m128i>(u), ss = reinterpret_cast<__m128i>(s);
    const __m128i even = _mm_madd_epi16(_mm_and_si128(us, _mm_set1_epi16(255)),
                                        _mm_srai_epi16(_mm_slli_epi16(ss, 8), 8));
    const __m128i odd = _mm_madd_epi16(_mm_srli_epi16(us, 8), _mm_srai_epi16(ss, 8));
    return sum + reinterpret_cast<IntVec>(even) + reinterpret_cast<IntVec>(odd);
  }

 private:
  static __m128 two(__m128 a, __m128 b, __m128 c) {
    const __m128d x = _mm_mul_pd(_mm_cvtps_pd(a), _mm_cvtps_pd(b)), y = _mm_cvtps_pd(c);
    const __m128d sum = _mm_add_pd(x, y), part = _mm_sub_pd(sum, x);
    const __m128d error = _mm_add_pd(_mm_sub_pd(x, _mm_sub_pd(sum, part)), _mm_sub_pd(y, part));
    const __m128d zero = _mm_setzero_pd(), below = _mm_cmplt_pd(error, zero);
    // NaN compares as neither below nor above, so it is left unchanged.
    const __m128i inexact = _mm_castpd_si128(_mm_or_pd(below, _mm_cmpgt_pd(error, zero)));
    // If error and sum differ in sign, the magnitude was rounded up: step -1, else 1.
    const __m128i toward_zero = _mm_castpd_si128(_mm_xor_pd(below, _mm_cmplt_pd(sum, zero)));
    const __m128i one = _mm_set1_epi64x(1), bits = _mm_castpd_si128(sum);
    const __m128i step = _mm_or_si128(toward_zero, one);
    const __m128i even = _mm_sub_epi64(_mm_and_si128(bits, one), one);
    const __m128i odd = _mm_add_epi64(bits, _mm_and_si128(_mm_and_si128(inexact, even), step));
    return _mm_cvtpd_ps(_mm_castsi128_pd(odd));
  }
};

#if defined(__AVX2__) && defined(__FMA__) && defined(__F16C__)
// Operations common to AVX2 and AVX-VNNI.
template <typename Set>
struct Lanes256 : LaneTypes<8> {
  static Vec fma(Vec a, Vec b, Vec c) { return _mm256_fmadd_ps(a, b, c); }
  static Vec load_halves(const uint16_t* halves) {
    return _mm256_cvtph_ps(_mm_loadu_si128(reinterpret_cast<const __m128i*>(halves)));
  }
  static void store_halves(uint16_t* halves, Vec v) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(halves),
                     _mm256_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT));
  }
  static void store_bytes(void* bytes, IntVec v) {
    const __m256i low = _mm256_and_si256(reinterpret_cast<__m256i>(v), _mm256_set1_epi32(255));
    const __m256i words = _mm256_packus_epi32(low, low);  // works within each 128-bit half
    const __m256i packed = _mm256_packus_epi16(words, words);
    const __m128i both =
        _mm_unpacklo_epi32(_mm256_castsi256_si128(packed), _mm256_extracti128_si256(packed, 1));
    _mm_storel_epi64(static_cast<__m128i*>(bytes), both);
  }
};

template <>
struct Lanes<Avx2> : Lanes256<Avx2> {
  // Like the baseline's, because vpmaddubsw saturates.
  static IntVec dot4(IntVec sum, IntVec u, IntVec s) {
    const auto us = reinterpret_cast<__m256i>(u), ss = reinterpret_cast<__m256i>(s);
    const __m256i even = _mm256_madd_epi16(_mm256_and_si256(us, _mm256_set1_epi16(255)),
                                           _mm256_srai_epi16(_mm256_slli_epi16(ss, 8), 8));
    const __m256i odd = _mm256_madd_epi16(_mm256_srli_epi16(us, 8), _mm256_srai_epi16(ss, 8));
    return sum + reinterpret_cast<IntVec>(even) + reinterpret_cast<IntVec>(odd);
  }
};

#if defined(__AVXVNNI__)
template <>
struct Lanes<AvxVnni> : Lanes256<AvxVnni> {
  static IntVec dot4(IntVec sum, IntVec u, IntVec s) {
    return reinterpret_cast<IntVec>(_mm256_dpbusd_avx_epi32(reinterpret_cast<__m256i>(sum),
                                                            reinterpret_cast<__m256i>(u),
                                                            reinterpret_cast<__m256i>(s)));
  }
};
#endif
#endif

#if defined(__AVX512F__) && defined(__AVX512VNNI__)
template <>
struct Lanes<Avx512> : LaneTypes<16> {
  static Vec fma(Vec a, Vec b, Vec c) { return _mm512_fmadd_ps(a, b, c); }
  static Vec load_halves(const uint16_t* halves) {
    return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(halves)));
  }
  static void store_halves(uint16_t* halves, Vec v) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(halves),
                        _mm512_cvtps_ph(v, _MM_FROUND_TO_NEAREST_INT));
  }
  static void store_bytes(void* bytes, IntVec v) {
    _mm_storeu_si128(static_cast<__m128i*>(bytes),
                     _mm512_cvtepi32_epi8(reinterpret_cast<__m512i>(v)));
  }
  static IntVec dot4(IntVec sum, IntVec u, IntVec s) {
    return reinterpret_cast<IntVec>(_mm512_dpbusd_epi32(reinterpret_cast<__m512i>(sum),
                                                        reinterpret_cast<__m512i>(u),
                                                        reinterpret_cast<__m512i>(s)));
  }
};
#endif

}  // namespace redact
