// SPDX-License-Identifier: Apache-2.0
// Activations in eight bits, as the matrix products take them:
//
//   scale[r, b] = max |x[r, 32b .. 32b + 31]| / 127,   code = x / scale, to the nearest integer
//
// Layout, over tiles of 8 rows and pairs of blocks, so that a lane of a product reads 16 bytes at a
// time and the tiles of a pair follow each other:
//
//   codes         [pairs, row tiles, 32 lanes, 2 blocks, 8]   lane 4g + t has of row g the codes
//                 4t..4t + 3 and 16 + 4t.., its two registers of mma_s8's B
//   scales, sums  [pairs, row tiles, 4, 2 blocks, 2]          of rows 2t and 2t + 1
//
// Rows and blocks past the end are zero. Who computes what: a warp a block of 32 values, a lane a
// value. Grid (blocks / 4 warps, rows rounded up to 8). Traffic: 4 bytes in, 1.25 out for a value.
#pragma once

#include <cmath>

#include "kernels/cuda/device.h"

namespace redact::simt {

struct QuantiseArgs {
  const float* x;  // [n_rows, cols]
  size_t n_rows, cols;
  size_t blocks;  // cols / 32, rounded up to even
  int8_t* codes;
  float* scales;
  float* sums;  // of a block's codes, for formats with a minimum

  bool operator==(const QuantiseArgs&) const = default;
};

REDACT_DEVICE size_t row_tiles_of(size_t n_rows) { return (n_rows + 7) / 8; }

constexpr unsigned kQuantiseWarps = 4;
constexpr float kSmallest = 1e-30f;  // blocks below it are zero: 127 / largest must stay finite

// A warp's block, of which each lane has a value.
REDACT_DEVICE void quantise_block(const QuantiseArgs& args, size_t row, size_t block, float value) {
  const unsigned i = lane();
  const float largest = warp_max(value < 0 ? -value : value);
  // What is not finite makes its block's scale a NaN, so that the result shows it.
  const bool broken = warp_max(value - value == 0 ? 0.0f : 1.0f) != 0;
  const float inverse = largest > kSmallest ? 127.0f / largest : 0.0f;
  const int code = broken ? 1 : round_even(value * inverse);
  const size_t tile = block / 2 * row_tiles_of(args.n_rows) + row / 8;
  const size_t at = ((tile * kWarp + row % 8 * 4 + i % 16 / 4) * 2 + block % 2) * 8;
  args.codes[at + i / 16 * 4 + i % 4] = static_cast<int8_t>(code);
  const float sum = warp_sum(static_cast<float>(code));  // exact: below 2^13
  if (i != 0) return;
  const size_t of_row = ((tile * 4 + row % 8 / 2) * 2 + block % 2) * 2 + row % 2;
  args.scales[of_row] = broken ? NAN : largest / 127.0f;
  args.sums[of_row] = sum;
}

REDACT_KERNEL void quantise_kernel(QuantiseArgs args) {
  const size_t block = size_t{block_index().x} * kQuantiseWarps + thread_index().x / kWarp;
  const size_t row = block_index().y;
  if (block >= args.blocks) return;  // a whole warp leaves
  const bool inside = row < args.n_rows && block * 32 < args.cols;
  quantise_block(args, row, block, inside ? args.x[row * args.cols + block * 32 + lane()] : 0.0f);
}

}  // namespace redact::simt
