// SPDX-License-Identifier: Apache-2.0
// Products with 16-bit weights, F16 or BF16, on the tensor cores, for 1 to 64 tokens per block:
//
//   out[r, w] = scale[r] * sum over columns c of W[w, c] * (high[r, c] + low[r, c])
//
// (out[r, w] += ... for the residual). Each activation is represented by two numbers of the
// weights' type, x = scale * (high + low), where scale is a power of two, so that no more than
// 2^-17 of an activation is lost (2^-25 of its row's largest for F16); one 16-bit number would lose
// 2^-9. The columns of a segment (shapes.cuh) are added in order inside the tensor cores, in float:
// a row's result does not depend on the rows beside it (P4).
//
// Layouts. Weights [row tiles of 16, column tiles of 16, 32 lanes, 8]: a lane's four registers of
// mma_f16's A, in order (packed.h: pack_halves). Activations [column tiles, padded rows, 4
// quarters, 4 words]: B's two registers of the high parts, then those of the low ones. Work split:
// a block of four warps, each with one segment, has 16 * kRowTiles outputs and 8 * kTokenTiles
// tokens; a warp loads the next column tile's weights before it multiplies. Grid and traffic: as in
// gemm_q.cuh.
#pragma once

#include "kernels/cuda/gemm.cuh"
#include "kernels/cuda/scaled_rows.cuh"

namespace redact::simt {

struct SplitArgs {
  RowsArgs rows;
  size_t padded_rows, column_tiles;
  Halves2* parts;

  bool operator==(const SplitArgs&) const = default;
};

// Splits rows into high and low parts. One block per row. Grid: padded rows. Shared memory:
// kNormShared.
template <WeightFormat kFormat>
REDACT_KERNEL void split_kernel(SplitArgs args) {
  const size_t row = block_index().x;
  const ScaledRow scaled(args.rows, row);
  // A thread has two columns: one word of the high parts and one of the low parts.
  for (size_t pair = thread_index().x; pair < args.column_tiles * 8; pair += kNormThreads) {
    const size_t tile = pair / 8, t = pair % 4, reg = pair % 8 / 4;
    Halves2 high = 0, low = 0;
    REDACT_UNROLL
    for (unsigned i = 0; i < 2; ++i) {
      const float value = scaled[tile * 16 + reg * 8 + 2 * t + i];
      const uint16_t first = bits16<kFormat>(value);
      high |= Halves2{first} << (16 * i);
      low |= Halves2{bits16<kFormat>(add(value, -value16<kFormat>(first)))} << (16 * i);
    }
    Halves2* words = args.parts + ((tile * args.padded_rows + row) * 4 + t) * 4;
    words[reg] = high;
    words[2 + reg] = low;
  }
}

struct GemmF16Args {
  GemmCall call;
  const Halves2* parts;
  const float* scales;

  bool operator==(const GemmF16Args&) const = default;
};

// Computes a block's outputs for one matrix, whose numbers are those of `weights`. Tokens are
// padded, so kTokenTiles tiles of them exist.
template <WeightFormat kFormat, typename Shape>
REDACT_DEVICE void gemm_f16_block(const GemmF16Args& args, const GemmMatrix& matrix,
                                  const GemmMatrix& weights) {
  constexpr unsigned kRowTiles = Shape::kRowTiles, kTokenTiles = Shape::kTokenTiles;
  const unsigned warp = thread_index().x / kWarp;
  const uint32_t first_token = block_index().x * kTokenTiles * 8;
  const uint32_t first_row_tile = (block_index().y - matrix.first_block) * kRowTiles;
  const uint32_t column_tiles = args.call.column_tiles, last_row_tile = (matrix.rows - 1) / 16;
  float sums[kRowTiles][kTokenTiles][4] = {};
  Words4 next[kRowTiles] = {};
  const auto load = [&](uint32_t column) {
    REDACT_UNROLL
    for (unsigned r = 0; r < kRowTiles; ++r) {  // past the matrix: its last tile
      const uint32_t at = first_row_tile + r, row_tile = at < last_row_tile ? at : last_row_tile;
      next[r] = reinterpret_cast<const Words4*>(
          weights.codes)[(size_t{row_tile} * column_tiles + column) * kWarp + lane()];
    }
  };
  const uint32_t begin = segment_begin(column_tiles, warp),
                 end = segment_begin(column_tiles, warp + 1);
  if (begin < end) load(begin);
  for (uint32_t column = begin; column < end; ++column) {
    Words4 a[kRowTiles];
    REDACT_UNROLL
    for (unsigned r = 0; r < kRowTiles; ++r) a[r] = next[r];
    if (column + 1 < end) load(column + 1);
    const auto* parts = reinterpret_cast<const Words4*>(args.parts) +
                        (size_t{column} * args.call.padded_rows + first_token) * 4 + lane();
    REDACT_UNROLL
    for (unsigned n = 0; n < kTokenTiles; ++n) {
      const Words4 x = parts[n * kWarp];
      const Halves2 high[2] = {x.word[0], x.word[1]}, low[2] = {x.word[2], x.word[3]};
      REDACT_UNROLL
      for (unsigned r = 0; r < kRowTiles; ++r) {
        if constexpr (kFormat == WeightFormat::kF16) {
          mma_f16(sums[r][n], a[r].word, high);
          mma_f16(sums[r][n], a[r].word, low);
        } else {
          mma_bf16(sums[r][n], a[r].word, high);
          mma_bf16(sums[r][n], a[r].word, low);
        }
      }
    }
  }
  join_sums<Shape>(args.call, matrix, first_row_tile, first_token, sums, args.scales);
}

template <WeightFormat kFormat, typename Shape>
REDACT_KERNEL void REDACT_BOUNDS(BlockOf<Shape>::kThreads, Shape::kBlocks)
    gemm_f16_kernel(const REDACT_CONSTANT GemmF16Args args) {
  const GemmMatrix& matrix = matrix_of(args.call, block_index().y);
  gemm_f16_block<kFormat, Shape>(args, matrix, matrix);
}

}  // namespace redact::simt
