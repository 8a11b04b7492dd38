// SPDX-License-Identifier: Apache-2.0
// RMSNorm, alone and fused with the quantisation for a product:
//
//   out[r] = x[r] / sqrt(mean(x[r]^2) + eps) * weight      (out[r] += ... for the residual)
//
// Work split: a block has one row, a thread every kNormThreads-th value. The sums of squares of the
// warps are added in the order of the warps, so a row gives the same bits at any place in a batch
// (P4). Where few rows would leave multiprocessors without work, several blocks share the rounding
// of a row, and each computes its norm. Shared memory: kNormWarps floats. Traffic: x once for each
// block of a row, and once more from the cache.
#pragma once

#include "kernels/cuda/quantise.cuh"

namespace redact::simt {

constexpr unsigned kNormWarps = 8, kNormThreads = kNormWarps * kWarp;
constexpr size_t kNormShared = kNormWarps * sizeof(float);

struct NormArgs {
  const float* weight;  // [d]
  float eps;

  bool operator==(const NormArgs&) const = default;
};

// Joins the values of the warps of a block, in the order of the warps; every thread gets the
// result.
template <typename Join>
REDACT_DEVICE float join_warps(float value, Join join) {
  float* shared = reinterpret_cast<float*>(shared_memory());
  barrier();  // all threads have read the results of the previous call
  if (lane() == 0) shared[thread_index().x / kWarp] = value;
  barrier();
  float all = shared[0];
  REDACT_UNROLL
  for (unsigned w = 1; w < kNormWarps; ++w) all = join(all, shared[w]);
  return all;
}

REDACT_DEVICE float block_max(float value) { return join_warps(warp_max(value), larger); }

// The sum of a block's row of d values: every thread calls join(load(i), sum) for its values, or with
// `past_end` behind the row.
template <typename Load, typename Join>
REDACT_DEVICE float row_sum(size_t d, float past_end, const Load& load, const Join& join) {
  constexpr unsigned kAtOnce = 8;  // loads; rows of 4096 wait for memory twice
  float sum = 0;
  for (size_t first = thread_index().x; first < d; first += size_t{kAtOnce} * kNormThreads) {
    float values[kAtOnce];
    REDACT_UNROLL
    for (unsigned k = 0; k < kAtOnce; ++k) {
      const size_t i = first + k * kNormThreads;
      values[k] = i < d ? load(i) : past_end;
    }
    REDACT_UNROLL
    for (unsigned k = 0; k < kAtOnce; ++k) sum = join(values[k], sum);
  }
  return join_warps(warp_sum(sum), add);
}

// The factor that a norm multiplies a row of d values by.
REDACT_DEVICE float scale_of_squares(float sum, size_t d, float eps) {
  const float mean = add(sum / static_cast<float>(d), eps);
  return add(inverse_root(mean), mean - mean);  // NaN instead of zero if squares overflow
}

// The factor of a block's row; the norm multiplies by it, then by the weights.
REDACT_DEVICE float norm_scale(const float* x, size_t d, float eps) {
  const float squares = row_sum(
      d, 0.0f, [&](size_t i) { return x[i]; },
      [](float value, float sum) { return fused(value, value, sum); });
  return scale_of_squares(squares, d, eps);
}

// A value of a row after the norm.
REDACT_DEVICE float normed(float x, float scale, float weight) {
  return multiply(multiply(x, scale), weight);
}

struct RmsNormArgs {
  NormArgs norm;
  const float* x;  // [rows, d]
  size_t d;
  float* out;
  bool add = false;  // add to the contents of out

  bool operator==(const RmsNormArgs&) const = default;
};

// Grid: rows.
REDACT_KERNEL void rms_norm_kernel(RmsNormArgs args) {
  const float* x = args.x + block_index().x * args.d;
  float* out = args.out + block_index().x * args.d;
  const float scale = norm_scale(x, args.d, args.norm.eps);
  for (size_t i = thread_index().x; i < args.d; i += kNormThreads) {
    const float value = normed(x[i], scale, args.norm.weight[i]);
    out[i] = args.add ? add(out[i], value) : value;
  }
}

struct NormQuantiseArgs {
  NormArgs norm;
  QuantiseArgs quantise;
  uint32_t parts;  // blocks that share a row

  bool operator==(const NormQuantiseArgs&) const = default;
};

// The result of rms_norm_kernel followed by quantise_kernel, without storing the normed rows. The
// warps of all parts take turns at the 32-value blocks of their row. Grid: (parts, padded rows).
REDACT_KERNEL void norm_quantise_kernel(NormQuantiseArgs args) {
  const QuantiseArgs& to = args.quantise;
  const size_t row = block_index().y;
  const bool inside = row < to.n_rows;
  const float* x = to.x + (inside ? row : 0) * to.cols;
  const float scale = norm_scale(x, to.cols, args.norm.eps);
  const size_t warp = size_t{block_index().x} * kNormWarps + thread_index().x / kWarp;
  for (size_t block = warp; block < to.blocks; block += size_t{args.parts} * kNormWarps) {
    const size_t i = block * 32 + lane();
    const float value = inside && i < to.cols ? normed(x[i], scale, args.norm.weight[i]) : 0.0f;
    quantise_block(to, row, block, value);
  }
}

}  // namespace redact::simt
