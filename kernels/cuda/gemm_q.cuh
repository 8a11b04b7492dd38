// SPDX-License-Identifier: Apache-2.0
// Products with quantised weights, for 1 to 64 rows a block, on the tensor cores' 8-bit integers:
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
// Who computes what: a block of kGemmWarps warps has 16 * kRowTiles rows of W and up to 8 *
// kTokenTiles rows of x. Warp w takes the pairs of column tiles w, w + kGemmWarps, ..., and loads
// the next pair's weights before it multiplies: with one row of x a block lives on what it has in
// flight. Lane (g, t) has the sums of a row tile's rows g and g + 8 for the tokens 2t and 2t + 1 of
// each token tile (gemm.cuh joins the warps). Grid: (token tiles / kTokenTiles, row tiles /
// kRowTiles), so that blocks which share weights run side by side. Traffic from the cache: a weight
// once for every 8 * kTokenTiles rows of x, an activation once for every 16 * kRowTiles rows of W;
// from memory each once.
//
// What bounds it: memory up to some 32 rows (64 for Q8_0), then the second-level cache; the issue
// of instructions stays below both, though every product of 16 x 32 x 8 brings 16 that turn its
// integers into floats and scale them (bench/gpu_model.py counts them in the machine code).
#pragma once

#include "kernels/cuda/gemm.cuh"
#include "kernels/cuda/quantise.cuh"
#include "kernels/format.h"

namespace redact::simt {

struct GemmQArgs {
  GemmCall call;  // column tiles even, and a multiple of 8 for formats of 256 weights a block
  const int8_t* codes_x;  // quantise.cuh
  const float* scales_x;
  const float* sums_x;

  bool operator==(const GemmQArgs&) const = default;
};

// `less` taken from each byte, whose value is below 0x80: no byte borrows from its neighbour.
REDACT_DEVICE Codes4 less_each(Codes4 codes, uint32_t less) {
  return ((codes | 0x80808080u) - less * 0x01010101u) ^ 0x80808080u;
}

// A lane's share of two column tiles, as it lies in memory.
template <WeightFormat kFormat>
struct PairWeights {
  Words4 codes[kFormat == WeightFormat::kQ8_0 ? 2 : 1];
  Words2 high;         // Q6_K
  uint32_t scales[2];  // of rows g and g + 8
  uint32_t steps[2];   // Q4_K and Q6_K
};

template <WeightFormat kFormat>
REDACT_DEVICE PairWeights<kFormat> load_pair(const GemmMatrix& m, size_t pairs, size_t row_tile,
                                             size_t pair) {
  constexpr bool kIsK = kFormat == WeightFormat::kQ4_K || kFormat == WeightFormat::kQ6_K;
  constexpr unsigned kLoads = kFormat == WeightFormat::kQ8_0 ? 2 : 1;
  const size_t at = row_tile * pairs + pair, g = lane() / 4;
  PairWeights<kFormat> w{};
  REDACT_UNROLL
  for (unsigned i = 0; i < kLoads; ++i) {
    w.codes[i] = reinterpret_cast<const Words4*>(m.codes)[(at * kLoads + i) * kWarp + lane()];
  }
  if constexpr (kFormat == WeightFormat::kQ6_K) {
    w.high = reinterpret_cast<const Words2*>(m.high)[at * kWarp + lane()];
  }
  REDACT_UNROLL
  for (unsigned i = 0; i < 2; ++i) {
    w.scales[i] = reinterpret_cast<const uint32_t*>(m.scales)[at * 16 + g + 8 * i];
    if constexpr (kIsK) {
      const size_t block = row_tile * (pairs / 4) + pair / 4;
      w.steps[i] = reinterpret_cast<const uint32_t*>(m.steps)[block * 16 + g + 8 * i];
    }
  }
  return w;
}

// The registers of mma_s8's A for either column tile.
template <WeightFormat kFormat>
REDACT_DEVICE void unpack_codes(const PairWeights<kFormat>& w, Codes4 (&a)[2][4]) {
  REDACT_UNROLL
  for (unsigned i = 0; i < 8; ++i) {
    const unsigned tile = i / 4, r = i % 4;
    if constexpr (kFormat == WeightFormat::kQ8_0) {
      a[tile][r] = w.codes[tile].word[r];
    } else {
      Codes4 codes = w.codes[0].word[i / 2] >> (4 * (i % 2)) & 0x0f0f0f0fu;
      if constexpr (kFormat == WeightFormat::kQ4_0) codes = less_each(codes, 8);
      if constexpr (kFormat == WeightFormat::kQ6_K) {
        codes = less_each(codes | (w.high.word[tile] >> (2 * r) & 0x03030303u) << 4, 32);
      }
      a[tile][r] = codes;
    }
  }
}

// What the integer products of one column tile are worth, for one row of W.
struct TileScale {
  float first, second;  // of the two halves of the tile's columns; the same but for Q6_K
  float min;
};
template <WeightFormat kFormat>
REDACT_DEVICE TileScale tile_scale(const PairWeights<kFormat>& w, unsigned row, unsigned tile) {
  const uint32_t scales = w.scales[row];
  if constexpr (kFormat == WeightFormat::kQ8_0 || kFormat == WeightFormat::kQ4_0) {
    const float scale = half_value(static_cast<uint16_t>(scales >> (16 * tile)));
    return {scale, scale, 0};
  }
  const auto byte = [scales](unsigned i) { return static_cast<uint8_t>(scales >> (8 * i)); };
  const float step = half_value(static_cast<uint16_t>(w.steps[row]));
  if constexpr (kFormat == WeightFormat::kQ6_K) {
    return {step * static_cast<float>(static_cast<int8_t>(byte(2 * tile))),
            step * static_cast<float>(static_cast<int8_t>(byte(2 * tile + 1))), 0};
  }
  const float worth = step * static_cast<float>(byte(tile));
  const float least = half_value(static_cast<uint16_t>(w.steps[row] >> 16));
  return {worth, worth, least * static_cast<float>(byte(2 + tile))};
}

// One column tile's products for one token tile, scaled and added up.
template <WeightFormat kFormat>
REDACT_DEVICE void add_tile(const Codes4 (&a)[4], const TileScale (&scales)[2], const Words4& x,
                            const Floats4& x_scales, const Floats4& x_sums, unsigned tile,
                            float (&sums)[4]) {
  const Codes4 b[2] = {x.word[2 * tile], x.word[2 * tile + 1]};
  int32_t d[2][4] = {};
  if constexpr (kFormat == WeightFormat::kQ6_K) {
    mma_s8_half(d[0], a[0], a[1], b[0]);
    mma_s8_half(d[1], a[2], a[3], b[1]);
  } else {
    mma_s8(d[0], a, b);
  }
  REDACT_UNROLL
  for (unsigned i = 0; i < 4; ++i) {
    const TileScale& scale = scales[i / 2];
    float block = scale.first * static_cast<float>(d[0][i]);
    if constexpr (kFormat == WeightFormat::kQ6_K) {
      block += scale.second * static_cast<float>(d[1][i]);
    }
    if constexpr (kFormat == WeightFormat::kQ4_K) {
      block -= scale.min * x_sums.value[2 * tile + i % 2];
    }
    sums[i] += x_scales.value[2 * tile + i % 2] * block;
  }
}

template <WeightFormat kFormat, unsigned kRowTiles, unsigned kTokenTiles>
REDACT_KERNEL void gemm_q_kernel(GemmQArgs args) {
  const unsigned warp = thread_index().x / kWarp, t = lane() % 4;
  const size_t first_tile = size_t{block_index().x} * kTokenTiles;
  const GemmMatrix matrix = matrix_of(args.call, block_index().y);
  const size_t first_row_tile = size_t{block_index().y - matrix.first_block} * kRowTiles;
  const size_t pairs = args.call.column_tiles / 2, token_tiles = row_tiles_of(args.call.n_rows);
  const size_t tiles_left = token_tiles - first_tile;
  const size_t last_row_tile = (matrix.rows - 1) / 16;
  float sums[kRowTiles][kTokenTiles][4] = {};
  PairWeights<kFormat> next[kRowTiles] = {};
  const auto load = [&](size_t pair) {
    REDACT_UNROLL
    for (unsigned r = 0; r < kRowTiles; ++r) {  // past the matrix, its last rows again
      const size_t row_tile = first_row_tile + r;
      next[r] = load_pair<kFormat>(matrix, pairs,
                                   row_tile < last_row_tile ? row_tile : last_row_tile, pair);
    }
  };
  if (warp < pairs) load(warp);
  for (size_t pair = warp; pair < pairs; pair += kGemmWarps) {
    PairWeights<kFormat> w[kRowTiles];
    REDACT_UNROLL
    for (unsigned r = 0; r < kRowTiles; ++r) w[r] = next[r];
    if (pair + kGemmWarps < pairs) load(pair + kGemmWarps);
    const size_t tile_of_x = pair * token_tiles + first_tile;
    const auto* codes_x =
        reinterpret_cast<const Words4*>(args.codes_x) + tile_of_x * kWarp + lane();
    const auto* scales_x = reinterpret_cast<const Floats4*>(args.scales_x) + tile_of_x * 4 + t;
    const auto* sums_x = reinterpret_cast<const Floats4*>(args.sums_x) + tile_of_x * 4 + t;
    Codes4 a[kRowTiles][2][4];
    TileScale scales[kRowTiles][2][2];
    REDACT_UNROLL
    for (unsigned r = 0; r < kRowTiles; ++r) {
      unpack_codes(w[r], a[r]);
      REDACT_UNROLL
      for (unsigned i = 0; i < 4; ++i) scales[r][i / 2][i % 2] = tile_scale(w[r], i % 2, i / 2);
    }
    REDACT_UNROLL
    for (unsigned n = 0; n < kTokenTiles; ++n) {
      if (n >= tiles_left) break;  // the same for all lanes
      const Words4 x = codes_x[n * kWarp];
      const Floats4 x_scales = scales_x[n * 4];
      Floats4 x_sums{};
      if constexpr (kFormat == WeightFormat::kQ4_K) x_sums = sums_x[n * 4];
      REDACT_UNROLL
      for (unsigned i = 0; i < 2 * kRowTiles; ++i) {
        const unsigned r = i / 2, tile = i % 2;
        add_tile<kFormat>(a[r][tile], scales[r][tile], x, x_scales, x_sums, tile, sums[r][n]);
      }
    }
  }
  REDACT_UNROLL
  for (unsigned r = 0; r < kRowTiles; ++r) {
    if (r > 0) barrier();  // the sums before have been read
    write_sums<kTokenTiles>(args.call, matrix, first_row_tile + r, first_tile * 8, sums[r],
                            nullptr);
  }
}

}  // namespace redact::simt
