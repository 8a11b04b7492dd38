// SPDX-License-Identifier: Apache-2.0
// The verbs that work a row at a time and move more than they compute (kernels/ops.h has the
// formulas): embed, silu_gate, candidate_logits.
#pragma once

#include "kernels/cuda/elements.cuh"

namespace redact::simt {

constexpr unsigned kRowThreads = 128;  // of a block that has one row

// A block a row, a thread every kRowThreads-th value. Grid: rows.
struct EmbedArgs {
  WeightFormat format;
  const uint8_t* table;  // the file's rows
  size_t row_bytes, cols;
  const int32_t* ids;
  float* out;  // [rows, cols]
  float scale = 1;

  bool operator==(const EmbedArgs&) const = default;
};
REDACT_KERNEL void embed_kernel(EmbedArgs args) {
  const size_t r = block_index().x;
  const uint8_t* row = args.table + static_cast<size_t>(args.ids[r]) * args.row_bytes;
  for (size_t c = thread_index().x; c < args.cols; c += kRowThreads) {
    args.out[r * args.cols + c] = element(args.format, row, c) * args.scale;
  }
}

// A thread a value. Grid: n / kRowThreads, rounded up.
struct GateArgs {
  float* gate;
  const float* up;
  size_t n;

  bool operator==(const GateArgs&) const = default;
};
REDACT_DEVICE float silu(float x) { return x / (1.0f + exponential(-x)); }
REDACT_KERNEL void silu_gate_kernel(GateArgs args) {
  const size_t i = size_t{block_index().x} * kRowThreads + thread_index().x;
  if (i < args.n) args.gate[i] = silu(args.gate[i]) * args.up[i];
}

// A warp a candidate, a lane every 32nd column. Grid: candidates / 4, rounded up.
struct CandidateArgs {
  WeightFormat format;
  const uint8_t* table;
  size_t row_bytes, cols;
  const float* hidden;   // [rows, cols]
  const int32_t* ids;    // [n]
  const uint32_t* rows;  // [n]: the hidden row of each
  size_t n;
  float* logits;

  bool operator==(const CandidateArgs&) const = default;
};
REDACT_KERNEL void candidate_logits_kernel(CandidateArgs args) {
  const size_t i = size_t{block_index().x} * (kRowThreads / kWarp) + thread_index().x / kWarp;
  if (i >= args.n) return;  // a whole warp leaves
  const uint8_t* row = args.table + static_cast<size_t>(args.ids[i]) * args.row_bytes;
  const float* hidden = args.hidden + args.rows[i] * args.cols;
  float sum = 0;
  for (size_t c = lane(); c < args.cols; c += kWarp)
    sum += element(args.format, row, c) * hidden[c];
  sum = warp_sum(sum);
  if (lane() == 0) args.logits[i] = sum;
}

}  // namespace redact::simt
