// SPDX-License-Identifier: Apache-2.0
// AVX2: vpmaddubsw multiplies unsigned codes by signed activations and adds two products in 16
// bits, which is enough for codes of up to 7 bits (2 * 127 * 127 < 2^15). Codes of 8 bits would
// saturate, so they are widened to 16 bits and multiplied by vpmaddwd, the even and the odd bytes
// of a quad separately.
#include "kernels/cpu/panels_avx2.h"

#include <cstring>

namespace redact {

namespace {

// As bytes if codes fit 7 bits, else the even and the odd bytes in 16 bits.
template <bool kNarrow>
struct Operand {
  __m256i even, odd;  // only `even` is used if kNarrow

  static Operand of_codes(__m256i v) {
    if constexpr (kNarrow) return {v, v};
    return {_mm256_and_si256(v, _mm256_set1_epi16(0xff)), _mm256_srli_epi16(v, 8)};
  }
  static Operand of_row(const int8_t* four) {
    int32_t bits;
    std::memcpy(&bits, four, 4);
    const __m256i v = _mm256_set1_epi32(bits);
    if constexpr (kNarrow) return {v, v};
    return {_mm256_srai_epi16(_mm256_slli_epi16(v, 8), 8), _mm256_srai_epi16(v, 8)};
  }
  friend __m256i add_products(__m256i sum, const Operand& codes, const Operand& row) {
    if constexpr (kNarrow) {
      const __m256i pairs = _mm256_maddubs_epi16(codes.even, row.even);
      return _mm256_add_epi32(sum, _mm256_madd_epi16(pairs, _mm256_set1_epi16(1)));
    }
    return _mm256_add_epi32(sum, _mm256_add_epi32(_mm256_madd_epi16(codes.even, row.even),
                                                  _mm256_madd_epi16(codes.odd, row.odd)));
  }
};

}  // namespace

const PanelKernels kAvx2Panels = {false, multiply_panels<EightRows<Operand>>};

}  // namespace redact
