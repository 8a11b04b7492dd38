// SPDX-License-Identifier: Apache-2.0
// A gate, and its rows in eight bits for the product behind it: what silu_gate_kernel and
// quantise_kernel give, to the bit, in one reading of the rows. Each value is gated and each block
// of 32 rounded by itself, so there is no sum whose order could differ.
//
// Who computes what: a warp a block of 32 values, a lane a value. Grid (blocks / 4 warps, padded
// rows). Traffic: 8 bytes in, 5.25 out for a value.
#pragma once

#include "kernels/cuda/quantise.cuh"
#include "kernels/cuda/rows.cuh"

namespace redact::simt {

struct GateQuantiseArgs {
  const float* up;        // [n_rows, cols]
  QuantiseArgs quantise;  // of the gated rows
  float* gate;            // quantise.x, which is gated in place

  bool operator==(const GateQuantiseArgs&) const = default;
};

REDACT_KERNEL void gate_quantise_kernel(GateQuantiseArgs args) {
  quantise_rows(args.quantise, [&](size_t row, size_t column) {
    const size_t i = row * args.quantise.cols + column;
    return args.gate[i] = silu(args.gate[i]) * args.up[i];
  });
}

}  // namespace redact::simt
