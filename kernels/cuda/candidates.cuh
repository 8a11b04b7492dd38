// SPDX-License-Identifier: Apache-2.0
// The logits of candidates (kernels/ops.h): a small product of hidden rows with the named rows of a
// matrix, which are decoded as they are read.
//
// Work split: rows that are scored for the same ids are cut into tiles, and a block has one tile;
// each of its warps has kIds ids, for which it decodes a weight once for all rows of the tile. Lane
// l has every 32nd column from l on, in order, and the lanes' sums are added in a fixed tree: a
// logit has the same bits in both shapes (P4). Grid: tiles.
// Traffic: the hidden rows once for 16 ids, and the matrix once for the rows of a tile, nearly all
// from the second-level cache.
#pragma once

#include "kernels/cuda/elements.cuh"

namespace redact::simt {

// A row whose ids are its own, as those of instruct models are, is scored by as many warps as
// possible. A label model scores all rows for the same ids: a weight takes some 15 instructions
// to decode, so they are shared by 8 rows; with the 8 x 4 sums a thread has 94
// registers, and a multiprocessor holds 20 warps.
struct OneRow {
  static constexpr unsigned kRows = 1, kIds = 1;
};
struct ManyRows {
  static constexpr unsigned kRows = 8, kIds = 4;
};

constexpr unsigned kCandidateWarps = 4, kCandidateThreads = kCandidateWarps * kWarp;
template <typename Shape>
constexpr unsigned kTileIds = kCandidateWarps* Shape::kIds;

struct CandidateTile {
  uint32_t first_row, n_rows;  // at most Shape::kRows
  uint32_t first_id, n_ids;    // of `ids`; at most kTileIds
  uint32_t first_logit;        // of the first row; that of the next row is `stride` behind it
  uint32_t stride;
};

struct CandidateArgs {
  WeightFormat format;
  const uint8_t* table;  // rows as stored in the file
  size_t row_bytes, cols;
  const float* hidden;  // [rows, cols]
  const int32_t* ids;
  const CandidateTile* tiles;
  float* logits;

  bool operator==(const CandidateArgs&) const = default;
};

template <typename Shape>
REDACT_KERNEL void candidate_logits_kernel(CandidateArgs args) {
  const CandidateTile tile = args.tiles[block_index().x];
  const unsigned first = thread_index().x / kWarp * Shape::kIds;
  if (first >= tile.n_ids) return;  // the whole warp leaves
  // Rows and ids past the end of the tile repeat the last one; their results are not written.
  const uint8_t* weights[Shape::kIds];
  const float* hidden[Shape::kRows];
  REDACT_UNROLL
  for (unsigned i = 0; i < Shape::kIds; ++i) {
    const unsigned at = first + i < tile.n_ids ? first + i : tile.n_ids - 1;
    weights[i] = args.table + static_cast<size_t>(args.ids[tile.first_id + at]) * args.row_bytes;
  }
  REDACT_UNROLL
  for (unsigned r = 0; r < Shape::kRows; ++r) {
    const unsigned at = r < tile.n_rows ? r : tile.n_rows - 1;
    hidden[r] = args.hidden + size_t{tile.first_row + at} * args.cols;
  }
  float sums[Shape::kRows][Shape::kIds] = {};
  REDACT_UNROLL_BY(1)
  for (size_t c = lane(); c < args.cols; c += kWarp) {
    float x[Shape::kRows];
    REDACT_UNROLL
    for (unsigned r = 0; r < Shape::kRows; ++r) x[r] = hidden[r][c];
    REDACT_UNROLL
    for (unsigned i = 0; i < Shape::kIds; ++i) {
      const float weight = element(args.format, weights[i], c);
      REDACT_UNROLL
      for (unsigned r = 0; r < Shape::kRows; ++r) sums[r][i] = fused(weight, x[r], sums[r][i]);
    }
  }
  REDACT_UNROLL
  for (unsigned r = 0; r < Shape::kRows; ++r) {
    REDACT_UNROLL
    for (unsigned i = 0; i < Shape::kIds; ++i) {
      const float sum = warp_sum(sums[r][i]);
      if (r >= tile.n_rows || first + i >= tile.n_ids) continue;  // the whole warp
      if (lane() == 0) args.logits[tile.first_logit + r * tile.stride + first + i] = sum;
    }
  }
}

}  // namespace redact::simt
