// SPDX-License-Identifier: Apache-2.0
// The join of attention's runs, and its rows in eight bits for the product behind it: what
// attention_join_kernel and quantise_kernel give, to the bit, in one launch. Each value is joined
// and each block of 32 rounded by itself, so there is no sum whose order could differ.
//
// Who computes what: a warp a block of 32 values, a lane a value. Grid (blocks / 4 warps, padded
// rows). Traffic: the parts once, 5.25 bytes out for a value.
#pragma once

#include "kernels/cuda/attention.cuh"
#include "kernels/cuda/quantise.cuh"

namespace redact::simt {

struct JoinQuantiseArgs {
  AttentionArgs join;
  QuantiseArgs quantise;  // of join.out

  bool operator==(const JoinQuantiseArgs&) const = default;
};

REDACT_KERNEL void join_quantise_kernel(const REDACT_CONSTANT JoinQuantiseArgs args) {
  const QuantiseArgs& to = args.quantise;
  const size_t block = size_t{block_index().x} * kQuantiseWarps + thread_index().x / kWarp;
  const uint32_t row = block_index().y;
  if (block >= to.blocks) return;  // a whole warp leaves
  const size_t column = block * 32 + lane();
  float value = 0;
  if (row < to.n_rows && column < to.cols) {
    value = joined(args.join, row, runs_of_row(args.join, row), static_cast<uint32_t>(column));
    args.join.out[row * to.cols + column] = value;
  }
  quantise_block(to, row, block, value);
}

}  // namespace redact::simt
