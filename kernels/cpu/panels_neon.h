// SPDX-License-Identifier: Apache-2.0
// Code shared by the levels of ARM64. They take half a panel at a time: two vectors of four rows.
// Internal linkage: each file compiles it for its own instruction set.
#pragma once

#include <arm_neon.h>

#include "kernels/cpu/panel_sweep.h"

namespace redact {

namespace {

// The multipliers of a level take signed or unsigned codes. Codes of up to 7 bits fit both; signed
// codes of 8 bits have no offset.
template <PanelLayout kLayout, bool kSigned>
constexpr bool kFlipped = kSigned&& kLayout.value_bits() == 8;
template <PanelLayout kLayout, bool kSigned>
constexpr int kOffset = kFlipped<kLayout, kSigned> ? 0 : kLayout.offset;

float32x4x2_t load_halves(const uint8_t* halves) {
  const float16x8_t v = vreinterpretq_f16_u8(vld1q_u8(halves));
  return {vcvt_f32_f16(vget_low_f16(v)), vcvt_high_f32_f16(v)};
}
float32x4x2_t times(const float32x4x2_t& steps, int8x8_t bytes) {
  const int16x8_t words = vmovl_s8(bytes);
  return {vmulq_f32(steps.val[0], vcvtq_f32_s32(vmovl_s16(vget_low_s16(words)))),
          vmulq_f32(steps.val[1], vcvtq_f32_s32(vmovl_high_s16(words)))};
}
// The low or the high nibbles of eight bytes.
uint8x8_t nibbles(uint8x8_t bytes, bool high) {
  return high ? vshr_n_u8(bytes, 4) : vand_u8(bytes, vdup_n_u8(15));
}

// Four weight rows of a quad.
using Codes = uint8x16_t;

// Reads the i-th block of a sweep from a panel, for its rows 8 * half .. 8 * half + 7.
template <PanelLayout kLayout, bool kSigned>
struct PackedHalf {
  static constexpr PanelLayout kOf = kLayout;
  PanelView view;

  void prefetch(size_t i) const { prefetch_block<kLayout>(view, i); }
  // Rows 4 * four .. 4 * four + 3 of the panel.
  Codes quad(size_t i, size_t quad, size_t four) const {
    constexpr size_t kLow = kLayout.low_bits, kHigh = kLayout.high_bits;
    constexpr uint8_t kFlip = kFlipped<kLayout, kSigned> ? 128 : 0;
    const uint8_t* codes = view.codes + i * kLayout.code_bytes() + four * 16;
    const Codes low = vld1q_u8(codes + quad % kLow * 64);
    if constexpr (kLow == 8) {
      return low ^ kFlip;
    } else {
      const Codes low_bits = low >> (quad / kLow * kLow) & uint8_t{(1 << kLow) - 1};
      if constexpr (kLayout.codes == CodeForm::kIq4) {
        const Codes table = vreinterpretq_u8_s8(vld1q_s8(kIq4Values));
        return vqtbl1q_u8(table ^ static_cast<uint8_t>(kLayout.offset ^ kFlip), low_bits);
      } else if constexpr (kHigh == 0) {
        return low_bits;
      } else {
        const Codes high = vld1q_u8(codes + (kLow + quad % kHigh) * 64);
        return low_bits | (high >> (quad / kHigh * kHigh) & uint8_t{(1 << kHigh) - 1}) << kLow;
      }
    }
  }
  float32x4x2_t scale(size_t i, size_t part, size_t half) const {
    const uint8_t* scales = view.scales + i * kLayout.scale_bytes();
    if constexpr (!kLayout.has_steps()) return load_halves(scales + half * 16);
    const uint8_t* steps = view.steps + i / kStepBlocks * kLayout.step_bytes();
    const uint8x8_t bytes = vld1_u8(scales + part * kPanelRows + half * 8);
    return times(load_halves(steps + half * 16),
                 vreinterpret_s8_u8(kLayout.nibbles() ? nibbles(bytes, false) : bytes));
  }
  float32x4x2_t min(size_t i, size_t part, size_t half) const {
    const uint8_t* scales = view.scales + i * kLayout.scale_bytes();
    if constexpr (kLayout.min == MinForm::kHalf) return load_halves(scales + 32 + half * 16);
    const uint8_t* steps = view.steps + i / kStepBlocks * kLayout.step_bytes();
    constexpr size_t kFirst = kLayout.nibbles() ? 0 : kLayout.parts;
    const uint8x8_t bytes = vld1_u8(scales + (kFirst + part) * kPanelRows + half * 8);
    return times(load_halves(steps + 2 * kPanelRows + half * 16),
                 vreinterpret_s8_u8(kLayout.nibbles() ? nibbles(bytes, true) : bytes));
  }
};

template <PanelLayout kLayout>
struct SpreadHalf {
  static constexpr PanelLayout kOf = kLayout;
  const SpreadSweep& sweep;

  void prefetch(size_t) const {}
  Codes quad(size_t i, size_t quad, size_t four) const {
    return vld1q_u8(sweep.codes[i] + quad * 64 + four * 16);
  }
  float32x4x2_t scale(size_t i, size_t part, size_t half) const {
    return vld1q_f32_x2(sweep.scales[i][part] + half * 8);
  }
  float32x4x2_t min(size_t i, size_t part, size_t half) const {
    return vld1q_f32_x2(sweep.mins[i][part] + half * 8);
  }
};

// The vector of an activation row's codes that holds a quad of a block, in lane quad % 4.
[[maybe_unused]] int8x16_t four_quads(const QuantisedRows& x, size_t at, size_t quad) {
  return vld1q_s8(x.codes + at * kBlock + quad / 4 * 16);
}

void write_half(const float32x4_t (&acc)[2], size_t n, float* out, bool add) {
  float lanes[kPanelRows / 2];
  vst1q_f32(lanes, acc[0]);
  vst1q_f32(lanes + 4, acc[1]);
  for (size_t i = 0; i < n; ++i) out[i] = add ? out[i] + lanes[i] : lanes[i];
}

// Products has kSigned, whether codes are signed; kRows, the rows of a run, whose sums fit the 32
// registers; and part_sums<R>(source, i, part, half, x, at, sums), the int8 sums of one part of the
// i-th block with R rows of a tile, the first at index `at`: sums[r], 8 weight rows each.
template <typename Products>
struct HalfPanels {
  static constexpr size_t kRows = Products::kRows;
  static constexpr size_t kSpreadRows = 4 * kRows;
  template <PanelLayout kLayout>
  using Packed = PackedHalf<kLayout, Products::kSigned>;
  template <PanelLayout kLayout>
  using Spread = SpreadHalf<kLayout>;

  template <PanelLayout kLayout>
  static void spread(const PanelView& view, size_t n_blocks, SpreadSweep& sweep) {
    const Packed<kLayout> packed{view};
    for (size_t i = 0; i < n_blocks; ++i) {
      prefetch_block<kLayout>(view, i);
#pragma GCC unroll 8
      for (size_t quad = 0; quad < kQuads; ++quad) {
        for (size_t four = 0; four < 4; ++four) {
          vst1q_u8(sweep.codes[i] + quad * 64 + four * 16, packed.quad(i, quad, four));
        }
      }
      for (size_t half = 0; half < 2; ++half) {
        for (size_t part = 0; part < kLayout.parts; ++part) {
          vst1q_f32_x2(sweep.scales[i][part] + half * 8, packed.scale(i, part, half));
        }
        for (size_t part = 0; part < kLayout.n_mins(); ++part) {
          vst1q_f32_x2(sweep.mins[i][part] + half * 8, packed.min(i, part, half));
        }
      }
    }
  }

  template <size_t R, typename Source>
  static void run(const Source& source, const RowRun& rows, const Sums& sums) {
    for (size_t half = 0; half < 2; ++half) run_half<R>(source, rows, sums, half);
  }

  template <size_t R, typename Source>
  static void run_half(const Source& source, const RowRun& rows, const Sums& sums, size_t half) {
    constexpr PanelLayout kLayout = Source::kOf;
    const QuantisedRows& x = rows.x;
    float* const partial = sums.partial + half * 8;
    float32x4_t acc[R][2] = {};
    for (size_t r = 0; r < R && !sums.first; ++r) {
      acc[r][0] = vld1q_f32(partial + r * kPanelRows);
      acc[r][1] = vld1q_f32(partial + r * kPanelRows + 4);
    }
    size_t at = x.at(rows.row, rows.b);
    for (size_t i = 0; i < rows.n_blocks; ++i, at += kTileRows) {
      if (rows.first && half == 0) source.prefetch(i);
#pragma GCC unroll 2
      for (size_t part = 0; part < kLayout.parts; ++part) {
        int32x4_t sum[R][2];
        Products::template part_sums<R>(source, i, part, half, x, at, sum);
        const float32x4x2_t scale = source.scale(i, part, half);
        for (size_t r = 0; r < R; ++r) {
          for (size_t v = 0; v < 2; ++v) {
            const float32x4_t both = vmulq_n_f32(scale.val[v], x.scales[at + r]);
            acc[r][v] = vfmaq_f32(acc[r][v], vcvtq_f32_s32(sum[r][v]), both);
          }
        }
      }
      for (size_t part = 0; part < kLayout.n_mins(); ++part) {
        const float32x4x2_t min = source.min(i, part, half);
        for (size_t r = 0; r < R; ++r) {
          const int32_t minus_sum = x.minus_sum(at + r, part, kLayout.n_mins());
          const float minus = x.scales[at + r] * static_cast<float>(minus_sum);
          for (size_t v = 0; v < 2; ++v) acc[r][v] = vfmaq_n_f32(acc[r][v], min.val[v], minus);
        }
      }
    }
    const size_t n_columns =
        sums.n_columns > half * 8 ? std::min<size_t>(sums.n_columns - half * 8, 8) : 0;
    for (size_t r = 0; r < R; ++r) {
      if (sums.last) {
        write_half(acc[r], n_columns, sums.out + r * sums.out_stride + half * 8, sums.add);
        continue;
      }
      vst1q_f32(partial + r * kPanelRows, acc[r][0]);
      vst1q_f32(partial + r * kPanelRows + 4, acc[r][1]);
    }
  }
};

// Calls take(std::integral_constant<size_t, i>) for i < kN: lanes of instructions are constants.
template <size_t kN, typename Take>
void each_constant(const Take& take) {
  [&]<size_t... kI>(std::index_sequence<kI...>) {
    (take(std::integral_constant<size_t, kI>()), ...);
  }
  (std::make_index_sequence<kN>());
}

}  // namespace

}  // namespace redact
