// SPDX-License-Identifier: Apache-2.0
// NEON without dot products: smull and smlal multiply bytes and add in 16 bits, as many quads as
// cannot overflow; sadalp adds pairs of these to sums of 32 bits.
#include "kernels/cpu/panels_neon.h"

#include <cstring>

namespace redact {

namespace {

// Quads of a part whose products are added in 16 bits: values are at most 2^bits - 1, or 128 in
// magnitude if they are signed, activations 127, and 128 * 127 * 2 < 2^15.
constexpr size_t quads_in_words(PanelLayout layout, size_t part_quads) {
  const size_t most = layout.value_bits() == 8 ? 128 : (1u << layout.value_bits()) - 1;
  size_t n = part_quads;
  while (n * most * 127 >= 1u << 15) n /= 2;
  return n;
}

struct NeonProducts {
  static constexpr bool kSigned = true;
  static constexpr size_t kRows = 2;

  template <size_t R, typename Source>
  static void part_sums(const Source& source, size_t i, size_t part, size_t half,
                        const QuantisedRows& x, size_t at, int32x4_t (&sums)[R][2]) {
    constexpr PanelLayout kLayout = Source::kOf;
    constexpr size_t kPartQuads = kQuads / kLayout.parts;
    constexpr size_t kInWords = quads_in_words(kLayout, kPartQuads);
    int32x4_t pairs[R][4] = {};  // of two weight rows each: two sums of a row, two of the next
#pragma GCC unroll 8
    for (size_t first = 0; first < kPartQuads; first += kInWords) {
      int16x8_t words[R][4] = {};
#pragma GCC unroll 8
      for (size_t k = first; k < first + kInWords; ++k) {
        const size_t quad = part * kPartQuads + k;
        const int8x16_t codes[2] = {vreinterpretq_s8_u8(source.quad(i, quad, half * 2)),
                                    vreinterpretq_s8_u8(source.quad(i, quad, half * 2 + 1))};
#pragma GCC unroll 2
        for (size_t r = 0; r < R; ++r) {
          int32_t four;
          std::memcpy(&four, x.codes + (at + r) * kBlock + quad * 4, sizeof four);
          const int8x16_t row = vreinterpretq_s8_s32(vdupq_n_s32(four));
#pragma GCC unroll 2
          for (size_t v = 0; v < 2; ++v) {
            words[r][2 * v] = vmlal_s8(words[r][2 * v], vget_low_s8(codes[v]), vget_low_s8(row));
            words[r][2 * v + 1] = vmlal_high_s8(words[r][2 * v + 1], codes[v], row);
          }
        }
      }
#pragma GCC unroll 2
      for (size_t r = 0; r < R; ++r) {
#pragma GCC unroll 4
        for (size_t j = 0; j < 4; ++j) pairs[r][j] = vpadalq_s16(pairs[r][j], words[r][j]);
      }
    }
#pragma GCC unroll 2
    for (size_t r = 0; r < R; ++r) {
      const int32_t minus_sum = x.minus_sum(at + r, part, kLayout.parts);
      const int32x4_t start = vdupq_n_s32(kOffset<kLayout, kSigned> * minus_sum);
      sums[r][0] = start + vpaddq_s32(pairs[r][0], pairs[r][1]);
      sums[r][1] = start + vpaddq_s32(pairs[r][2], pairs[r][3]);
    }
  }
};

}  // namespace

const PanelKernels kNeonPanels = {false, multiply_panels<HalfPanels<NeonProducts>>};

}  // namespace redact
