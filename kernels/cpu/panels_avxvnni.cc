// SPDX-License-Identifier: Apache-2.0
// AVX-VNNI: vpdpbusd as with AVX-512 VNNI, on vectors of 256 bits and in the encoding of AVX2, for
// processors without AVX-512.
#include <cstring>

#include "kernels/cpu/panels_avx2.h"

namespace redact {

namespace {

// The bytes unchanged: sums have 32 bits, so codes of 8 bits need no widening.
template <bool kNarrow>
struct Operand {
  __m256i bytes;

  static Operand of_codes(__m256i v) { return {v}; }
  static Operand of_row(const int8_t* four) {
    int32_t bits;
    std::memcpy(&bits, four, 4);
    return {_mm256_set1_epi32(bits)};
  }
  friend __m256i add_products(__m256i sum, const Operand& codes, const Operand& row) {
    return _mm256_dpbusd_avx_epi32(sum, codes.bytes, row.bytes);
  }
};

}  // namespace

const PanelKernels kAvxVnniPanels = {false, multiply_panels<EightRows<Operand>>};

}  // namespace redact
