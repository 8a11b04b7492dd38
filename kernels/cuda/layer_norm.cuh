// SPDX-License-Identifier: Apache-2.0
// LayerNorm (kernels/ops.h), alone and fused with the bias before it and the quantisation after it.
// Encoders norm a sum in place: the normed rows are the next residual and, rounded, the rows of the
// next product.
//
// Work split: a block has one row, a thread every kNormThreads-th value; the mean is summed first,
// then the squares of the distances from it, in the order of norm.cuh (P4). The blocks of a row that
// is normed in place would read what the others write, so a row has one. Shared memory: kNormShared.
// Traffic: x once, and twice more from the cache.
#pragma once

#include "kernels/cuda/norm.cuh"

namespace redact::simt {

struct LayerNormArgs {
  const float* weight;  // [d]
  const float* bias;    // [d]; nullptr: none
  float eps;
  const float* x;  // [n_rows, d]
  size_t n_rows, d;
  float* out;                    // may be x
  const float* added = nullptr;  // [d], added to every row of x first: the bias of a product

  bool operator==(const LayerNormArgs&) const = default;
};

// A row of x and its norm, made by all threads of a block.
class LayerNormed {
 public:
  REDACT_DEVICE LayerNormed(const LayerNormArgs& args, size_t row)
      : args_(args), x_(args.x + row * args.d) {
    const auto value = [&](size_t i) { return value_at(i); };
    const float sum = row_sum(args.d, 0.0f, value, add);
    mean_ = divide(sum, static_cast<float>(args.d));
    const float squares = row_sum(args.d, mean_, value, [&](float v, float so_far) {
      const float apart = add(v, -mean_);
      return fused(apart, apart, so_far);
    });
    scale_ = scale_of_squares(squares, args.d, args.eps);
  }

  REDACT_DEVICE float operator[](size_t i) const {
    const float scaled = multiply(add(value_at(i), -mean_), scale_);
    return fused(scaled, args_.weight[i], args_.bias == nullptr ? 0.0f : args_.bias[i]);
  }

 private:
  REDACT_DEVICE float value_at(size_t i) const {
    return args_.added == nullptr ? x_[i] : add(x_[i], args_.added[i]);
  }

  const LayerNormArgs& args_;
  const float* x_;
  float mean_, scale_;
};

// Grid: rows.
REDACT_KERNEL void layer_norm_kernel(LayerNormArgs args) {
  const size_t row = block_index().x;
  const LayerNormed normed(args, row);
  for (size_t i = thread_index().x; i < args.d; i += kNormThreads) {
    args.out[row * args.d + i] = normed[i];
  }
}

struct LayerNormQuantiseArgs {
  LayerNormArgs norm;
  QuantiseArgs quantise;  // of norm.out

  bool operator==(const LayerNormQuantiseArgs&) const = default;
};

// The same values and the result of quantise_kernel. The warps of a row take turns at its 32-value
// blocks. Grid: padded rows.
REDACT_KERNEL void layer_norm_quantise_kernel(LayerNormQuantiseArgs args) {
  const QuantiseArgs& to = args.quantise;
  const size_t row = block_index().x, warp = thread_index().x / kWarp;
  if (row >= to.n_rows) {
    for (size_t block = warp; block < to.blocks; block += kNormWarps) {
      quantise_block(to, row, block, 0.0f);
    }
    return;  // the whole block leaves
  }
  const LayerNormed normed(args.norm, row);
  for (size_t block = warp; block < to.blocks; block += kNormWarps) {
    const size_t i = block * 32 + lane();
    float value = 0;
    if (i < to.cols) args.norm.out[row * to.cols + i] = value = normed[i];
    quantise_block(to, row, block, value);
  }
}

}  // namespace redact::simt
