// SPDX-License-Identifier: Apache-2.0
// The tiles of ARM64 that do not use dot4. Columns are whole blocks, so their number is a multiple
// of 16.
#pragma once

#include "kernels/cpu/row_tile.h"

namespace redact {

// smull and smlal add the products of two quads in 16 bits (2 * 128 * 127 < 2^15), and sadalp adds
// pairs of these to sums of 32 bits: half the additions of dot4. Four rows of activations at a
// time, whose sums take half of the registers.
template <>
struct RowTile<Neon> : Quads<Neon> {
  static constexpr int kSpan = 2;
  static constexpr size_t kRows = 4;
  static_assert(kRowTile % kRows == 0);

  static void multiply(const uint8_t* codes, const int8_t* xs, size_t cols,
                       IntVec (&sums)[kRowTile][kSpan]) {
    for (size_t first = 0; first < kRowTile; first += kRows) {
      multiply_rows(codes, xs + first * cols, cols, sums + first);
    }
  }

 private:
  static void multiply_rows(const uint8_t* codes, const int8_t* xs, size_t cols,
                            IntVec (*sums)[kSpan]) {
    int32x4_t pairs[kRows][2 * kSpan] = {};  // two sums of one row of the panel, two of the next
    for (size_t c = 0; c < cols; c += 8, codes += kRowPanelRows * 8) {
      int8x16_t w[2][kSpan];
#pragma GCC unroll 2
      for (int q = 0; q < 2; ++q) {
#pragma GCC unroll 2
        for (int k = 0; k < kSpan; ++k) {
          const uint8_t* at = codes + q * kRowPanelRows * 4 + k * kLanes * 4;
          w[q][k] = vreinterpretq_s8_s32(offset_codes(load_quads(at)));
        }
      }
#pragma GCC unroll 4
      for (size_t r = 0; r < kRows; ++r) {
        const int8_t* row = xs + r * cols + c;
        const int8x16_t quad = vreinterpretq_s8_s32(splat_quad(row)),
                        next = vreinterpretq_s8_s32(splat_quad(row + 4));
#pragma GCC unroll 2
        for (int k = 0; k < kSpan; ++k) {
          int16x8_t low = vmull_s8(vget_low_s8(w[0][k]), vget_low_s8(quad));
          int16x8_t high = vmull_high_s8(w[0][k], quad);
          low = vmlal_s8(low, vget_low_s8(w[1][k]), vget_low_s8(next));
          high = vmlal_high_s8(high, w[1][k], next);
          pairs[r][2 * k] = vpadalq_s16(pairs[r][2 * k], low);
          pairs[r][2 * k + 1] = vpadalq_s16(pairs[r][2 * k + 1], high);
        }
      }
    }
#pragma GCC unroll 4
    for (size_t r = 0; r < kRows; ++r) {
#pragma GCC unroll 2
      for (int k = 0; k < kSpan; ++k) {
        sums[r][k] = vpaddq_s32(pairs[r][2 * k], pairs[r][2 * k + 1]);
      }
    }
  }
};

#if defined(__ARM_FEATURE_DOTPROD)
// sdot takes a quad of activations from any lane of a vector, so one load serves sixteen columns.
template <>
struct RowTile<DotProd> : Quads<DotProd> {
  static constexpr int kSpan = 2;

  static void multiply(const uint8_t* codes, const int8_t* xs, size_t cols,
                       IntVec (&sums)[kRowTile][kSpan]) {
    for (size_t c = 0; c < cols; c += 16, codes += kRowPanelRows * 16) {
      int8x16_t rows[kRowTile];
#pragma GCC unroll 8
      for (size_t r = 0; r < kRowTile; ++r) rows[r] = vld1q_s8(xs + r * cols + c);
      add_quad<0>(codes, rows, sums);
      add_quad<1>(codes, rows, sums);
      add_quad<2>(codes, rows, sums);
      add_quad<3>(codes, rows, sums);
    }
  }

 private:
  template <int kLane>
  static void add_quad(const uint8_t* codes, const int8x16_t (&rows)[kRowTile],
                       IntVec (&sums)[kRowTile][kSpan]) {
#pragma GCC unroll 2
    for (int k = 0; k < kSpan; ++k) {
      const uint8_t* at = codes + kLane * kRowPanelRows * 4 + k * kLanes * 4;
      const int8x16_t w = vreinterpretq_s8_s32(offset_codes(load_quads(at)));
#pragma GCC unroll 8
      for (size_t r = 0; r < kRowTile; ++r) {
        sums[r][k] = vdotq_laneq_s32(sums[r][k], w, rows[r], kLane);
      }
    }
  }
};
#endif

#if defined(__ARM_FEATURE_MATMUL_INT8)
// usmmla takes eight columns of two rows of the panel and of two rows of activations, and adds to
// four sums.
template <>
struct RowTile<I8mm> : Quads<I8mm> {
  static constexpr int kSpan = 2;

  static void multiply(const uint8_t* codes, const int8_t* xs, size_t cols,
                       IntVec (&sums)[kRowTile][kSpan]) {
    constexpr size_t kPairs = kRowTile / 2;
    int32x4_t tiles[kPairs][2 * kSpan] = {};
    for (size_t c = 0; c < cols; c += 8, codes += kRowPanelRows * 8) {
      uint8x16_t w[2 * kSpan];
#pragma GCC unroll 2
      for (int k = 0; k < kSpan; ++k) {
        const uint8_t* at = codes + k * kLanes * 4;
        const uint32x4_t quad = vreinterpretq_u32_s32(load_quads(at)),
                         next = vreinterpretq_u32_s32(load_quads(at + kRowPanelRows * 4));
        w[2 * k] = vreinterpretq_u8_u32(vzip1q_u32(quad, next));
        w[2 * k + 1] = vreinterpretq_u8_u32(vzip2q_u32(quad, next));
      }
#pragma GCC unroll 4
      for (size_t p = 0; p < kPairs; ++p) {
        const int8_t* row = xs + 2 * p * cols + c;
        const int8x16_t both = vcombine_s8(vld1_s8(row), vld1_s8(row + cols));
#pragma GCC unroll 4
        for (int j = 0; j < 2 * kSpan; ++j) tiles[p][j] = vusmmlaq_s32(tiles[p][j], w[j], both);
      }
    }
#pragma GCC unroll 4
    for (size_t p = 0; p < kPairs; ++p) {
#pragma GCC unroll 2
      for (int k = 0; k < kSpan; ++k) {
        sums[2 * p][k] = vuzp1q_s32(tiles[p][2 * k], tiles[p][2 * k + 1]);
        sums[2 * p + 1][k] = vuzp2q_s32(tiles[p][2 * k], tiles[p][2 * k + 1]);
      }
    }
  }
};
#endif

}  // namespace redact
