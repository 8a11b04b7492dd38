// SPDX-License-Identifier: Apache-2.0
// The steps before and after a product by cuBLAS (cublas_products.h): each activation is rounded to
// one number of the weights' type, x = scale * half, and the sums are scaled back into the outputs.
// An activation loses up to 2^-11 of itself (F16; 2^-25 of its row's largest if that is more) or
// 2^-8 (BF16); quantise.cuh keeps more of small numbers beside large ones, and of BF16.
#pragma once

#include "kernels/cuda/scaled_rows.cuh"

namespace redact::simt {

struct RoundArgs {
  RowsArgs rows;    // cols is even
  Halves2* halves;  // [rows, cols / 2], two columns each

  bool operator==(const RoundArgs&) const = default;
};

// One block per row. Grid: rows. Shared memory: kNormShared.
template <WeightFormat kFormat>
REDACT_KERNEL void round_kernel(RoundArgs args) {
  const size_t row = block_index().x, pairs = args.rows.cols / 2;
  const ScaledRow scaled(args.rows, row);
  for (size_t pair = thread_index().x; pair < pairs; pair += kNormThreads) {
    constexpr RowForm kForm = kRowForm<kFormat>;
    const Halves2 first = bits16(kForm, scaled[2 * pair]);
    args.halves[row * pairs + pair] = first | Halves2{bits16(kForm, scaled[2 * pair + 1])} << 16;
  }
}

constexpr unsigned kScaleThreads = 128;  // of a block

struct ScaleArgs {
  const float* sums;    // [rows of the grid, width]
  const float* scales;  // [rows of the grid]
  float* out;           // [rows of the grid, width]
  size_t width;
  bool add;  // add to the contents of out

  bool operator==(const ScaleArgs&) const = default;
};

// One thread per value. Grid: (width / kScaleThreads, rounded up; rows).
REDACT_KERNEL void scale_kernel(ScaleArgs args) {
  const size_t c = size_t{block_index().x} * kScaleThreads + thread_index().x;
  if (c >= args.width) return;
  const size_t row = block_index().y, at = row * args.width + c;
  const float value = multiply(args.sums[at], args.scales[row]);
  args.out[at] = args.add ? add(args.out[at], value) : value;
}

}  // namespace redact::simt
