// SPDX-License-Identifier: Apache-2.0
// The verbs that work row by row and are memory-bound (kernels/ops.h has the formulas): embed,
// add_positions, gelu, and the gates.
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
  const uint32_t* added_offsets;  // AddedIds
  const int32_t* added_ids;
  float* out;  // [rows, cols]
  float scale = 1;

  bool operator==(const EmbedArgs&) const = default;
};
REDACT_KERNEL void embed_kernel(EmbedArgs args) {
  const size_t r = block_index().x;
  const auto row_of = [&](int32_t id) {
    return args.table + static_cast<size_t>(id) * args.row_bytes;
  };
  const uint32_t begin = args.added_offsets[r], end = args.added_offsets[r + 1];
  for (size_t c = thread_index().x; c < args.cols; c += kRowThreads) {
    float sum = element(args.format, row_of(args.ids[r]), c);
    for (uint32_t i = begin; i < end; ++i) {
      sum = add(sum, element(args.format, row_of(args.added_ids[i]), c));
    }
    args.out[r * args.cols + c] = sum * args.scale;
  }
}

// The same for x[r] += table[positions[r]].
struct PositionsArgs {
  const float* table;  // [positions, cols]
  const int32_t* positions;
  float* x;  // [rows, cols]
  size_t cols;

  bool operator==(const PositionsArgs&) const = default;
};
REDACT_KERNEL void add_positions_kernel(PositionsArgs args) {
  const size_t r = block_index().x;
  const float* row = args.table + static_cast<size_t>(args.positions[r]) * args.cols;
  for (size_t c = thread_index().x; c < args.cols; c += kRowThreads) {
    args.x[r * args.cols + c] += row[c];
  }
}

REDACT_DEVICE float silu(float x) { return divide(x, add(1.0f, exponential(-x))); }
REDACT_DEVICE float gelu(float x) {
  constexpr float kRoot = 0.7978845608028654f;  // sqrt(2 / pi)
  const float cube = multiply(multiply(0.044715f, x), multiply(x, x));
  const float u = multiply(kRoot, add(x, cube));
  return divide(x, add(1.0f, exponential(multiply(-2.0f, u))));
}

// The GELU of encoders, after the bias of a product if there is one. One thread per value.
// Grid: n / kRowThreads, rounded up.
struct GeluArgs {
  float* x;  // [n / cols, cols]
  size_t n;
  const float* bias = nullptr;  // [cols]
  size_t cols = 1;

  bool operator==(const GeluArgs&) const = default;
};
// The fit of kernels/cpu/rows_impl.h: relative error below 1.2e-7.
REDACT_DEVICE float exact_gelu(float x) {
  constexpr float kFit[] = {-0.82215223f, 1.48851587f, -1.13520398f, 0.27886807f, -0.18628806f,
                            0.09678418f,  0.37409196f, 1.00002368f,  -1.26551223f};
  const float t = divide(1.0f, fused(x < 0 ? -x : x, 0.35355339f, 1.0f));
  float p = 0.17087277f;
  REDACT_UNROLL
  for (const float c : kFit) p = fused(p, t, c);
  const float tail = multiply(multiply(0.5f, t), exponential(fused(multiply(-0.5f, x), x, p)));
  return x < 0 ? multiply(x, tail) : fused(-x, tail, x);
}
// GELU of value i, which is in column c.
REDACT_DEVICE float gelu_at(const GeluArgs& args, size_t i, size_t c) {
  const float x = args.x[i];
  return args.x[i] = exact_gelu(args.bias == nullptr ? x : add(x, args.bias[c]));
}
REDACT_KERNEL void gelu_kernel(GeluArgs args) {
  const size_t i = size_t{block_index().x} * kRowThreads + thread_index().x;
  if (i < args.n) gelu_at(args, i, i % args.cols);
}

enum class Activation : uint32_t { kSilu, kGelu, kExactGelu };

// The same for gate[i] = activation(gate[i]) * up[i].
struct GateArgs {
  Activation activation;
  float* gate;
  const float* up;
  size_t n;

  bool operator==(const GateArgs&) const = default;
};
REDACT_DEVICE float gate_at(const GateArgs& args, size_t i) {
  const float x = args.gate[i];
  const float active = args.activation == Activation::kSilu   ? silu(x)
                       : args.activation == Activation::kGelu ? gelu(x)
                                                              : exact_gelu(x);
  return args.gate[i] = multiply(active, args.up[i]);
}
REDACT_KERNEL void gate_kernel(GateArgs args) {
  const size_t i = size_t{block_index().x} * kRowThreads + thread_index().x;
  if (i < args.n) gate_at(args, i);
}

}  // namespace redact::simt
