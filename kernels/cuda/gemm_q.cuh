// SPDX-License-Identifier: Apache-2.0
// Products with quantised weights, for 1 to 128 rows, on the tensor cores' 8-bit integers:
//
//   out[r, w] = sum over blocks b of 32 columns of
//                 scale_x[r, b] * (scale_w[w, b] * (codes_w[w, b] . codes_x[r, b])
//                                  - min_w[w, b] * sum(codes_x[r, b]))
//   (out[r, w] += ... for the residual)
//
// where only Q4_K has a minimum, and Q6_K has a scale for either half of a block. The integer
// products of a block are exact; blocks add up in float in an order that the shape alone fixes, so
// a row's result does not depend on the rows beside it (P4).
//
// Layouts: weights packed.h, activations quantise.cuh, out [n_rows, rows].
// Who computes what: a block of kGemmWarps warps has 16 rows of W and up to 8 * kTokenTiles rows of
// x. Warp w takes the steps w, w + kGemmWarps, ... of two column tiles, or of the eight that share
// a block of 256; lane (g, t) has the sums of W's rows g and g + 8 for the tokens 2t and 2t + 1 of
// each token tile (gemm_sums.cuh joins the warps). Grid: (row tiles, token tiles / kTokenTiles).
// Traffic: each weight once for every 8 * kTokenTiles rows of x; x once a block, from the cache.
#pragma once

#include "kernels/cuda/gemm_sums.cuh"
#include "kernels/format.h"

namespace redact::simt {

struct GemmArgs {
  const uint8_t* codes_w;  // packed.h
  const uint8_t* high_w;
  const uint8_t* scales_w;
  const uint8_t* steps_w;
  const int8_t* codes_x;  // quantise.cuh
  const float* scales_x;
  const float* sums_x;
  size_t column_tiles;  // even; a multiple of 8 for the formats of 256 weights a block
  GemmOut to;
};

// `less` taken from each byte, whose value is below 0x80: no byte borrows from its neighbour.
REDACT_DEVICE Codes4 less_each(Codes4 codes, uint32_t less) {
  return ((codes | 0x80808080u) - less * 0x01010101u) ^ 0x80808080u;
}

// A lane's registers of two column tiles.
template <WeightFormat kFormat>
REDACT_DEVICE void load_weights(const GemmArgs& args, size_t pair, Codes4 (&a)[2][4]) {
  if constexpr (kFormat == WeightFormat::kQ8_0) {
    REDACT_UNROLL
    for (unsigned tile = 0; tile < 2; ++tile) {
      const Words4 words =
          reinterpret_cast<const Words4*>(args.codes_w)[(pair * 2 + tile) * kWarp + lane()];
      REDACT_UNROLL
      for (unsigned r = 0; r < 4; ++r) a[tile][r] = words.word[r];
    }
    return;
  }
  const Words4 words = reinterpret_cast<const Words4*>(args.codes_w)[pair * kWarp + lane()];
  Words2 high{};
  if constexpr (kFormat == WeightFormat::kQ6_K) {
    high = reinterpret_cast<const Words2*>(args.high_w)[pair * kWarp + lane()];
  }
  REDACT_UNROLL
  for (unsigned i = 0; i < 8; ++i) {
    const unsigned tile = i / 4, r = i % 4;
    Codes4 codes = words.word[i / 2] >> (4 * (i % 2)) & 0x0f0f0f0fu;
    if constexpr (kFormat == WeightFormat::kQ4_0) codes = less_each(codes, 8);
    if constexpr (kFormat == WeightFormat::kQ6_K) {
      codes = less_each(codes | (high.word[tile] >> (2 * r) & 0x03030303u) << 4, 32);
    }
    a[tile][r] = codes;
  }
}

// What the integer products of one column tile are worth, for one row of W.
struct TileScale {
  float first, second;  // of the two halves of the tile's columns; the same but for Q6_K
  float min;
};
template <WeightFormat kFormat>
REDACT_DEVICE TileScale load_scale(const GemmArgs& args, size_t row_tile, size_t column,
                                   unsigned row) {
  const auto half_at = [](const uint8_t* at) {
    return half_value(*reinterpret_cast<const uint16_t*>(at));
  };
  if constexpr (kFormat == WeightFormat::kQ8_0 || kFormat == WeightFormat::kQ4_0) {
    const size_t at = (row_tile * args.column_tiles + column) * 16 + row;
    const float scale = half_at(args.scales_w + at * 2);
    return {scale, scale, 0};
  }
  const size_t run = column % 8;
  const size_t at = (row_tile * (args.column_tiles / 8) + column / 8) * 16 + row;
  const uint8_t* s = args.scales_w + at * 16;
  if constexpr (kFormat == WeightFormat::kQ6_K) {
    const float step = half_at(args.steps_w + at * 2);
    return {step * static_cast<float>(static_cast<int8_t>(s[run * 2])),
            step * static_cast<float>(static_cast<int8_t>(s[run * 2 + 1])), 0};
  }
  const uint8_t* packed = s + 4;  // BlockQ4_K in format.h
  const int scale =
      run < 4 ? packed[run] & 63 : (packed[run + 4] & 15) | (packed[run - 4] >> 6) << 4;
  const int min = run < 4 ? packed[run + 4] & 63 : (packed[run + 4] >> 4) | (packed[run] >> 6) << 4;
  const float worth = half_at(s) * static_cast<float>(scale);
  return {worth, worth, half_at(s + 2) * static_cast<float>(min)};
}

template <WeightFormat kFormat, unsigned kTokenTiles>
REDACT_KERNEL void gemm_q_kernel(GemmArgs args) {
  constexpr bool kIsK = kFormat == WeightFormat::kQ4_K || kFormat == WeightFormat::kQ6_K;
  constexpr unsigned kPairs = kIsK ? 4 : 1;  // of a step
  const unsigned warp = thread_index().x / kWarp, g = lane() / 4, t = lane() % 4;
  const size_t row_tile = block_index().x, first_token = size_t{block_index().y} * 8 * kTokenTiles;
  const size_t pairs = args.column_tiles / 2;
  float sums[kTokenTiles][4] = {};
  for (size_t step = warp; step * kPairs < pairs; step += kGemmWarps) {
    for (unsigned p = 0; p < kPairs; ++p) {
      const size_t pair = step * kPairs + p;
      Codes4 a[2][4];
      load_weights<kFormat>(args, row_tile * pairs + pair, a);
      REDACT_UNROLL
      for (unsigned tile = 0; tile < 2; ++tile) {
        const size_t column = pair * 2 + tile;
        const TileScale low = load_scale<kFormat>(args, row_tile, column, g);
        const TileScale high = load_scale<kFormat>(args, row_tile, column, g + 8);
        REDACT_UNROLL
        for (unsigned n = 0; n < kTokenTiles; ++n) {
          // The buffers of x end with a whole token tile; those of a whole block may lie behind it.
          const size_t token_tile = first_token + n * 8;
          if (token_tile >= args.to.n_rows) continue;  // the same for all lanes
          const Words2 x = reinterpret_cast<const Words2*>(
              args.codes_x)[((token_tile + g) * args.column_tiles + column) * 4 + t];
          const size_t at = (token_tile + 2 * t) * args.column_tiles + column;
          const float x0 = args.scales_x[at], x1 = args.scales_x[at + args.column_tiles];
          float blocks[4];
          if constexpr (kFormat == WeightFormat::kQ6_K) {
            int32_t d[2][4] = {};
            mma_s8_half(d[0], a[tile][0], a[tile][1], x.word[0]);
            mma_s8_half(d[1], a[tile][2], a[tile][3], x.word[1]);
            REDACT_UNROLL
            for (unsigned i = 0; i < 4; ++i) {
              const TileScale& row = i < 2 ? low : high;
              blocks[i] = row.first * static_cast<float>(d[0][i]) +
                          row.second * static_cast<float>(d[1][i]);
            }
          } else {
            int32_t d[4] = {};
            const Codes4 b[2] = {x.word[0], x.word[1]};
            mma_s8(d, a[tile], b);
            REDACT_UNROLL
            for (unsigned i = 0; i < 4; ++i) {
              blocks[i] = (i < 2 ? low : high).first * static_cast<float>(d[i]);
            }
          }
          if constexpr (kFormat == WeightFormat::kQ4_K) {
            const float s0 = args.sums_x[at], s1 = args.sums_x[at + args.column_tiles];
            blocks[0] -= low.min * s0;
            blocks[1] -= low.min * s1;
            blocks[2] -= high.min * s0;
            blocks[3] -= high.min * s1;
          }
          REDACT_UNROLL
          for (unsigned i = 0; i < 4; ++i) sums[n][i] += (i % 2 == 0 ? x0 : x1) * blocks[i];
        }
      }
    }
  }
  write_sums<kTokenTiles>(args.to, row_tile, first_token, sums, nullptr);
}

}  // namespace redact::simt
