// SPDX-License-Identifier: Apache-2.0
// A gate, or the GELU of encoders, and its rows in the form that the product after it reads
// (quantise.cuh): bit-identical to gate_kernel or gelu_kernel followed by quantise_kernel, with one
// read of the rows. Each value is computed and each block of 32 is rounded on its own, so there is
// no sum whose order could differ, and the arithmetic leaves the compiler no choice (device.h).
//
// Work split: a warp has a block of 32 values, a lane one value. Grid: (blocks / 4 warps, padded
// rows). Traffic: 8 bytes in (GELU: 4) and 5.25 out per value (F16: 6.125, BF16: 8.25).
#pragma once

#include "kernels/cuda/quantise.cuh"
#include "kernels/cuda/rows.cuh"

namespace redact::simt {

struct GateQuantiseArgs {
  GateArgs gate;
  QuantiseArgs quantise;  // of gate.gate

  bool operator==(const GateQuantiseArgs&) const = default;
};

REDACT_KERNEL void gate_quantise_kernel(GateQuantiseArgs args) {
  quantise_rows(args.quantise, [&](size_t row, size_t column) {
    return gate_at(args.gate, row * args.quantise.cols + column);
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
