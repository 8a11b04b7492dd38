// SPDX-License-Identifier: Apache-2.0
// The join of attention's runs, and its rows in the form that the product after it reads
// (quantise.cuh): bit-identical to attention_join_kernel followed by quantise_kernel, in one
// launch. Each value is joined and each block of 32 is rounded on its own, so there is no sum whose
// order could differ.
//
// Work split: a warp has a block of 32 values, a lane one value. Grid: (blocks / 4 warps, padded
// rows). Traffic: the parts once, 5.25 bytes out per value (F16: 6.125, BF16: 8.25).
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
  quantise_rows(args.quantise, [&](size_t in_batch, size_t column) {
    const auto row = static_cast<uint32_t>(in_batch);
    const float value =
        joined(args.join, row, runs_of_row(args.join, row), static_cast<uint32_t>(column));
    return args.join.out[row * args.quantise.cols + column] = value;
  });
}

}  // namespace redact::simt
