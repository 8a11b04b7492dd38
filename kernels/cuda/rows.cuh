// SPDX-License-Identifier: Apache-2.0
// The verbs that work row by row and are memory-bound (kernels/ops.h has the formulas): embed,
// silu_gate, gelu_gate.
#pragma once

#include "kernels/cuda/elements.cuh"

namespace redact::simt {

constexpr unsigned kRowThreads = 128;  // of a block

// A block has one row, a thread every kRowThreads-th value. Grid: rows.
struct EmbedArgs {
  WeightFormat format;
  const uint8_t* table;  // rows as stored in the file
  size_t row_bytes, cols;
  const int32_t* ids;
  const int32_t* added_ids;  // whose rows are added; -1: none
  float* out;                // [rows, cols]
  float scale = 1;

  bool operator==(const EmbedArgs&) const = default;
};
REDACT_KERNEL void embed_kernel(EmbedArgs args) {
  const size_t r = block_index().x;
  const uint8_t* row = args.table + static_cast<size_t>(args.ids[r]) * args.row_bytes;
  const int32_t added_id = args.added_ids[r];
  const uint8_t* added =
      args.table + static_cast<size_t>(added_id < 0 ? 0 : added_id) * args.row_bytes;
  for (size_t c = thread_index().x; c < args.cols; c += kRowThreads) {
    const float value = element(args.format, row, c);
    const float sum = added_id < 0 ? value : add(value, element(args.format, added, c));
    args.out[r * args.cols + c] = sum * args.scale;
  }
}

// One thread per value. Grid: n / kRowThreads, rounded up.
struct GateArgs {
  float* gate;
  const float* up;
  size_t n;

  bool operator==(const GateArgs&) const = default;
};
REDACT_DEVICE float silu(float x) { return divide(x, add(1.0f, exponential(-x))); }
REDACT_DEVICE float silu_gated(float gate, float up) { return multiply(silu(gate), up); }
REDACT_DEVICE float gelu(float x) {
  constexpr float kRoot = 0.7978845608028654f;  // sqrt(2 / pi)
  const float cube = multiply(multiply(0.044715f, x), multiply(x, x));
  const float u = multiply(kRoot, add(x, cube));
  return divide(x, add(1.0f, exponential(multiply(-2.0f, u))));
}
REDACT_KERNEL void silu_gate_kernel(GateArgs args) {
  const size_t i = size_t{block_index().x} * kRowThreads + thread_index().x;
  if (i < args.n) args.gate[i] = silu_gated(args.gate[i], args.up[i]);
}
REDACT_KERNEL void gelu_gate_kernel(GateArgs args) {
  const size_t i = size_t{block_index().x} * kRowThreads + thread_index().x;
  if (i < args.n) args.gate[i] = multiply(gelu(args.gate[i]), args.up[i]);
}

}  // namespace redact::simt
