// SPDX-License-Identifier: Apache-2.0
// Code shared by the AVX-512 levels. Internal linkage: each file compiles it for its own
// instruction set.
#pragma once

#include <immintrin.h>

#include "kernels/cpu/panel_sweep.h"

namespace redact {

namespace {

// Moves the bits of each byte from bit `at` to bit `to`; bits of neighbouring bytes may move in,
// and callers mask them off.
__m512i move_bits(__m512i v, size_t at, size_t to) {
  typedef uint16_t Words __attribute__((vector_size(64)));
  const Words words = reinterpret_cast<Words>(v);
  return reinterpret_cast<__m512i>(at > to ? words >> (at - to) : words << (to - at));
}

__m512 load_halves(const uint8_t* halves) {
  return _mm512_cvtph_ps(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(halves)));
}
__m128i load_sixteen(const uint8_t* bytes) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
}
__m512 to_floats(__m128i bytes) { return _mm512_cvtepi32_ps(_mm512_cvtepi8_epi32(bytes)); }

// The low or the high nibbles of sixteen bytes.
__m128i nibbles(__m128i bytes, bool high) {
  return _mm_and_si128(high ? _mm_srli_epi16(bytes, 4) : bytes, _mm_set1_epi8(15));
}

// The values that codes stand for, as unsigned bytes.
template <PanelLayout kLayout>
__m512i values_of(__m512i codes) {
  if constexpr (kLayout.codes == CodeForm::kNumber) return codes;
  const __m128i table = load_sixteen(reinterpret_cast<const uint8_t*>(kIq4Values));
  const __m512i offset = _mm512_set1_epi8(static_cast<char>(kLayout.offset));
  return _mm512_shuffle_epi8(_mm512_xor_si512(_mm512_broadcast_i32x4(table), offset), codes);
}

// The values of quad `quad` of all 16 rows, one byte per code.
template <PanelLayout kLayout>
__m512i load_quad(const uint8_t* codes, size_t quad) {
  constexpr size_t kLow = kLayout.low_bits, kHigh = kLayout.high_bits;
  const __m512i low = _mm512_load_si512(codes + quad % kLow * 64);
  if constexpr (kLow == 8) return low;
  const __m512i low_bits = _mm512_and_si512(move_bits(low, quad / kLow * kLow, 0),
                                            _mm512_set1_epi8((1 << kLow % 8) - 1));
  if constexpr (kHigh == 0) {
    return values_of<kLayout>(low_bits);
  } else {
    const __m512i high = _mm512_load_si512(codes + (kLow + quad % kHigh) * 64);
    const __m512i mask = _mm512_set1_epi8(((1 << kHigh) - 1) << kLow);
    return _mm512_or_si512(low_bits,
                           _mm512_and_si512(move_bits(high, quad / kHigh * kHigh, kLow), mask));
  }
}

// Reads the i-th block of a sweep from a panel.
template <PanelLayout kLayout>
struct PackedSource {
  static constexpr PanelLayout kOf = kLayout;
  PanelView view;

  void prefetch(size_t i) const { prefetch_block<kLayout>(view, i); }
  __m512i quad(size_t i, size_t quad) const {
    return load_quad<kLayout>(view.codes + i * kLayout.code_bytes(), quad);
  }
  __m512 scale(size_t i, size_t part) const {
    const uint8_t* scales = view.scales + i * kLayout.scale_bytes();
    if constexpr (!kLayout.has_steps()) return load_halves(scales);
    const uint8_t* steps = view.steps + i / kStepBlocks * kLayout.step_bytes();
    const __m128i bytes = load_sixteen(scales + part * kPanelRows);
    return _mm512_mul_ps(load_halves(steps),
                         to_floats(kLayout.nibbles() ? nibbles(bytes, false) : bytes));
  }
  __m512 min(size_t i, size_t part) const {
    const uint8_t* scales = view.scales + i * kLayout.scale_bytes();
    if constexpr (kLayout.min == MinForm::kHalf) return load_halves(scales + 2 * kPanelRows);
    const uint8_t* steps = view.steps + i / kStepBlocks * kLayout.step_bytes();
    constexpr size_t kFirst = kLayout.nibbles() ? 0 : kLayout.parts;
    const __m128i bytes = load_sixteen(scales + (kFirst + part) * kPanelRows);
    return _mm512_mul_ps(load_halves(steps + 2 * kPanelRows),
                         to_floats(kLayout.nibbles() ? nibbles(bytes, true) : bytes));
  }
};

// Writes one activation row's sums to the first n columns at `out`.
void write_panel(__m512 acc, size_t n, float* out, bool add) {
  const __mmask16 mask = static_cast<__mmask16>((1u << n) - 1);
  if (add) acc = _mm512_add_ps(_mm512_maskz_loadu_ps(mask, out), acc);
  _mm512_mask_storeu_ps(out, mask, acc);
}

}  // namespace

}  // namespace redact
