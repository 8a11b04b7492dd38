// SPDX-License-Identifier: Apache-2.0
// What the levels with AVX-512 share. Internal linkage: each file compiles it for its own
// instruction set.
#pragma once

#include <immintrin.h>

#include <algorithm>

#include "kernels/cpu/panel_kernels.h"

namespace redact {

namespace {

// Quad `quad` of all 16 rows, a code a byte.
__m512i load_quad(const uint8_t* codes, size_t quad, bool four_bits) {
  if (!four_bits) return _mm512_load_si512(codes + quad * 64);
  const __m512i v = _mm512_load_si512(codes + quad % 4 * 64);
  return _mm512_and_si512(quad < 4 ? v : _mm512_srli_epi16(v, 4), _mm512_set1_epi8(15));
}

template <WeightFormat kFormat>
__m512 block_scales(const Panels& w, size_t panel, size_t b, size_t part = 0) {
  if constexpr (has_float_scales(kFormat)) {
    return _mm512_loadu_ps(w.float_scales(panel, b, part));
  } else {
    return _mm512_cvtph_ps(
        _mm256_loadu_si256(reinterpret_cast<const __m256i*>(w.half_scales(panel, b))));
  }
}

// Writes one activation row's sums to the outputs of a panel that exist; `out` is the row's column
// 0.
void write_panel(__m512 acc, const Panels& w, size_t panel, float* out, bool add) {
  const size_t n = std::min(kPanelRows, w.rows() - panel * kPanelRows);
  const __mmask16 mask = static_cast<__mmask16>((1u << n) - 1);
  out += panel * kPanelRows;
  if (add) acc = _mm512_add_ps(_mm512_maskz_loadu_ps(mask, out), acc);
  _mm512_mask_storeu_ps(out, mask, acc);
}

}  // namespace

}  // namespace redact
