// SPDX-License-Identifier: Apache-2.0
// Products of matrices: usmmla multiplies eight unsigned codes of each of two weight rows by eight
// activations of each of two rows. A row without another is multiplied by usdot.
#include "kernels/cpu/panels_neon.h"

namespace redact {

namespace {

// Two halves of eight bytes.
int8x16_t low_halves(int8x16_t a, int8x16_t b) {
  return vreinterpretq_s8_s64(vzip1q_s64(vreinterpretq_s64_s8(a), vreinterpretq_s64_s8(b)));
}
int8x16_t high_halves(int8x16_t a, int8x16_t b) {
  return vreinterpretq_s8_s64(vzip2q_s64(vreinterpretq_s64_s8(a), vreinterpretq_s64_s8(b)));
}
// Two quads of four weight rows, as eight codes of the first two rows and of the last two.
struct RowPairs {
  uint8x16_t rows[2];

  RowPairs(Codes quad, Codes next) {
    const uint32x4_t a = vreinterpretq_u32_u8(quad), b = vreinterpretq_u32_u8(next);
    rows[0] = vreinterpretq_u8_u32(vzip1q_u32(a, b));
    rows[1] = vreinterpretq_u8_u32(vzip2q_u32(a, b));
  }
};

struct MatrixProducts {
  static constexpr bool kSigned = false;
  static constexpr size_t kRows = 4;

  template <size_t R, typename Source>
  static void part_sums(const Source& source, size_t i, size_t part, size_t half,
                        const QuantisedRows& x, size_t at, int32x4_t (&sums)[R][2]) {
    constexpr PanelLayout kLayout = Source::kOf;
    constexpr size_t kPartQuads = kQuads / kLayout.parts, kPairs = R / 2;
    const auto start = [&](size_t r) {
      return kLayout.offset * x.minus_sum(at + r, part, kLayout.parts);
    };
    int32x4_t tiles[kPairs + 1]
                   [4];  // [weight row of two][activation row of two] of eight weight rows
    for (size_t p = 0; p < kPairs; ++p) {
      const int32x4_t rows = {start(2 * p), start(2 * p + 1), start(2 * p), start(2 * p + 1)};
      for (size_t j = 0; j < 4; ++j) tiles[p][j] = rows;
    }
    if constexpr (R % 2 == 1) sums[R - 1][0] = sums[R - 1][1] = vdupq_n_s32(start(R - 1));
    each_constant<kPartQuads / 2>([&](auto k) {
      const size_t quad = part * kPartQuads + 2 * k;
      const Codes low[2] = {source.quad(i, quad, half * 2), source.quad(i, quad + 1, half * 2)};
      const Codes high[2] = {source.quad(i, quad, half * 2 + 1),
                             source.quad(i, quad + 1, half * 2 + 1)};
      const RowPairs lows(low[0], low[1]), highs(high[0], high[1]);
      for (size_t p = 0; p < kPairs; ++p) {
        const int8x16_t row = four_quads(x, at + 2 * p, quad),
                        next = four_quads(x, at + 2 * p + 1, quad);
        const int8x16_t both = k % 2 == 0 ? low_halves(row, next) : high_halves(row, next);
        for (size_t j = 0; j < 2; ++j) {
          tiles[p][j] = vusmmlaq_s32(tiles[p][j], lows.rows[j], both);
          tiles[p][2 + j] = vusmmlaq_s32(tiles[p][2 + j], highs.rows[j], both);
        }
      }
      if constexpr (R % 2 == 1) {
        const int8x16_t row = four_quads(x, at + R - 1, quad);
        constexpr int kLane = 2 * k % 4;
        for (size_t v = 0; v < 2; ++v) {
          const Codes* codes = v == 0 ? low : high;
          int32x4_t& sum = sums[R - 1][v];
          sum = vusdotq_laneq_s32(sum, codes[0], row, kLane);
          sum = vusdotq_laneq_s32(sum, codes[1], row, kLane + 1);
        }
      }
    });
    for (size_t p = 0; p < kPairs; ++p) {
      for (size_t v = 0; v < 2; ++v) {
        sums[2 * p][v] = vuzp1q_s32(tiles[p][2 * v], tiles[p][2 * v + 1]);
        sums[2 * p + 1][v] = vuzp2q_s32(tiles[p][2 * v], tiles[p][2 * v + 1]);
      }
    }
  }
};

}  // namespace

const PanelKernels kI8mmPanels = {false, multiply_panels<HalfPanels<MatrixProducts>>};

}  // namespace redact
