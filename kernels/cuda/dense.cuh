// SPDX-License-Identifier: Apache-2.0
// Products with 32-bit weights.
#pragma once

#include "kernels/cuda/device.h"

namespace redact::simt {

constexpr unsigned kDenseThreads = 128;

// out[r, w] = W[w] . x[r], or +=. One warp per sum; a lane takes every 32nd column. Grid: (rows of
// W / 4, rounded up; rows of x). Traffic: the weights once for every row of x; 32-bit models are
// only for tests.
struct DenseArgs {
  const float* weights;  // [rows, cols]
  size_t rows, cols;
  const float* x;  // [n_rows, cols]
  float* out;      // [n_rows, rows]
  bool add;

  bool operator==(const DenseArgs&) const = default;
};
REDACT_DEVICE void dense_block(const DenseArgs& args) {
  const size_t row = size_t{block_index().x} * (kDenseThreads / kWarp) + thread_index().x / kWarp;
  if (row >= args.rows) return;  // the whole warp leaves
  const float* x = args.x + block_index().y * args.cols;
  float sum = 0;
  for (size_t c = lane(); c < args.cols; c += kWarp) {
    sum += args.weights[row * args.cols + c] * x[c];
  }
  sum = warp_sum(sum);
  if (lane() != 0) return;
  float& out = args.out[block_index().y * args.rows + row];
  out = args.add ? out + sum : sum;
}

REDACT_KERNEL void dense_kernel(DenseArgs args) { dense_block(args); }

}  // namespace redact::simt
