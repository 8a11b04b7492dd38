// SPDX-License-Identifier: Apache-2.0
// Dot products: sdot multiplies four codes of each of four weight rows by four activations.
#include "kernels/cpu/panels_neon.h"

namespace redact {

namespace {

struct DotProducts {
  static constexpr bool kSigned = true;
  static constexpr size_t kRows = 4;

  template <size_t R, typename Source>
  static void part_sums(const Source& source, size_t i, size_t part, size_t half,
                        const QuantisedRows& x, size_t at, int32x4_t (&sums)[R][2]) {
    constexpr PanelLayout kLayout = Source::kOf;
    constexpr size_t kPartQuads = kQuads / kLayout.parts;
    for (size_t r = 0; r < R; ++r) {
      const int32_t minus_sum = x.minus_sum(at + r, part, kLayout.parts);
      sums[r][0] = sums[r][1] = vdupq_n_s32(kOffset<kLayout, kSigned> * minus_sum);
    }
    each_constant<kPartQuads>([&](auto k) {
      const size_t quad = part * kPartQuads + k;
      const int8x16_t low = vreinterpretq_s8_u8(source.quad(i, quad, half * 2)),
                      high = vreinterpretq_s8_u8(source.quad(i, quad, half * 2 + 1));
      for (size_t r = 0; r < R; ++r) {
        const int8x16_t row = four_quads(x, at + r, quad);
        sums[r][0] = vdotq_laneq_s32(sums[r][0], low, row, k % 4);
        sums[r][1] = vdotq_laneq_s32(sums[r][1], high, row, k % 4);
      }
    });
  }
};

}  // namespace

const PanelKernels kDotProdPanels = {false, multiply_panels<HalfPanels<DotProducts>>};

}  // namespace redact
