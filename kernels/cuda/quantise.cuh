// SPDX-License-Identifier: Apache-2.0
// Activations as 8-bit integers, in the form in which the matrix products read them:
//
//   scale[r, b] = max |x[r, 32b .. 32b + 31]| / 127,   code = x / scale, to the nearest integer
//
// The layout is that of a product's stage (gemm_q.cuh), with rows padded to whole blocks of its
// shape (shapes.cuh: padded_tokens):
//
//   codes         [blocks, padded rows, 4, 8]   quarter t of a row has the codes 4t..4t + 3 and
//                                               16 + 4t.., a lane's two registers of mma_s8's B
//   scales, sums  [blocks, padded rows]
//
// Rows and blocks past the end are zero. Work split: a warp has a block of 32 values, a lane one
// value. Grid: (blocks / 4 warps, padded rows). Traffic: 4 bytes in and 1.25 out per value.
#pragma once

#include <cmath>

#include "kernels/cuda/device.h"

namespace redact::simt {

struct QuantiseArgs {
  const float* x;  // [n_rows, cols]
  size_t n_rows, padded_rows, cols;
  size_t blocks;  // cols / 32, rounded up to even
  int8_t* codes;
  float* scales;
  float* sums;  // of a block's codes, for formats with a minimum

  bool operator==(const QuantiseArgs&) const = default;
};

constexpr unsigned kQuantiseWarps = 4;
constexpr float kSmallest = 1e-30f;  // blocks below it become zero: 127 / largest must stay finite

// Quantises a warp's block; each lane passes one value.
REDACT_DEVICE void quantise_block(const QuantiseArgs& args, size_t row, size_t block, float value) {
  constexpr uint32_t kSize = 0x7fffffff, kInfinity = 0x7f800000;
  const unsigned i = lane();
  // The bits of sizes ascend with them, up to those of infinity and of NaN.
  const uint32_t largest_bits = warp_max(bits_of_float(value) & kSize);
  const float largest = float_of_bits(largest_bits);
  // A value that is not finite makes its block's scale NaN, so that it shows in the result.
  const bool broken = largest_bits >= kInfinity;
  const float inverse = largest > kSmallest ? 127.0f / largest : 0.0f;
  const int code = broken ? 1 : round_even(multiply(value, inverse));
  const size_t of_row = block * args.padded_rows + row;
  args.codes[of_row * 32 + i % 16 / 4 * 8 + i / 16 * 4 + i % 4] = static_cast<int8_t>(code);
  const int sum = warp_sum(code);
  if (i != 0) return;
  args.scales[of_row] = broken ? NAN : largest / 127.0f;
  args.sums[of_row] = static_cast<float>(sum);
}

// Quantises a warp's block in a launch over [blocks, padded rows]; the values are value(row,
// column).
template <typename Value>
REDACT_DEVICE void quantise_rows(const QuantiseArgs& args, const Value& value) {
  const size_t block = size_t{block_index().x} * kQuantiseWarps + thread_index().x / kWarp;
  const size_t row = block_index().y;
  if (block >= args.blocks) return;  // the whole warp leaves
  const bool inside = row < args.n_rows && block * 32 < args.cols;
  quantise_block(args, row, block, inside ? value(row, block * 32 + lane()) : 0.0f);
}

REDACT_KERNEL void quantise_kernel(QuantiseArgs args) {
  quantise_rows(args, [&](size_t row, size_t column) { return args.x[row * args.cols + column]; });
}

}  // namespace redact::simt
