// SPDX-License-Identifier: Apache-2.0
// A gate, or the GELU of encoders, and its rows as 8-bit integers for the product after it:
// bit-identical to silu_gate_kernel or gelu_kernel followed by quantise_kernel, with one read of the
// rows. Each value is computed and each block of 32 is rounded on its own, so there is no sum whose
// order could differ, and the arithmetic leaves the compiler no choice (device.h).
//
// Work split: a warp has a block of 32 values, a lane one value. Grid: (blocks / 4 warps, padded
// rows). Traffic: 8 bytes in (GELU: 4) and 5.25 out per value.
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
    return args.gate[i] = silu_gated(args.gate[i], args.up[i]);
  });
}

struct GeluQuantiseArgs {
  GeluArgs gelu;
  QuantiseArgs quantise;  // of gelu.x

  bool operator==(const GeluQuantiseArgs&) const = default;
};

REDACT_KERNEL void gelu_quantise_kernel(GeluQuantiseArgs args) {
  quantise_rows(args.quantise, [&](size_t row, size_t column) {
    return gelu_at(args.gelu, row * args.quantise.cols + column, column);
  });
}

}  // namespace redact::simt
