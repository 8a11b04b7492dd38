// SPDX-License-Identifier: Apache-2.0
// Rows of activations in the form for products with 16-bit weights by cuBLAS: after the norm, if
// there is one, and divided by a power of two for each row, so that 16-bit numbers hold them.
#pragma once

#include "kernels/cuda/norm.cuh"

namespace redact::simt {

struct RowsArgs {
  NormArgs norm;   // of the rows; weight is null if there is no norm
  const float* x;  // [n_rows, cols]
  size_t n_rows, cols;
  float* scales;  // [rows of the grid]

  bool operator==(const RowsArgs&) const = default;
};

// The row of a block of kNormThreads threads, all of which construct it. Rows past the last are
// zero. Shared memory: kNormShared.
class ScaledRow {
 public:
  // Writes the row's scale.
  REDACT_DEVICE ScaledRow(const RowsArgs& args, size_t row)
      : x_(args.x + (row < args.n_rows ? row : 0) * args.cols),
        weight_(args.norm.weight),
        cols_(row < args.n_rows ? args.cols : 0) {
    if (weight_ != nullptr) norm_ = norm_scale(x_, args.cols, args.norm.eps);
    float largest = 0;
    bool broken = false;
    for (size_t c = thread_index().x; c < cols_; c += kNormThreads) {
      const float value = value_at(c);
      broken = broken || value - value != 0;
      largest = larger(largest, value < 0 ? -value : value);
    }
    largest = block_max(largest);
    // The scale is the exponent alone, so that dividing by it is exact. Values that are not finite
    // show in the result.
    const uint32_t exponent = bits_of_float(largest) >> 23;
    broken = block_max(broken || exponent > 253 ? 1.0f : 0.0f) != 0;
    const bool zero = exponent == 0;
    if (broken) cols_ = 0;
    inverse_ = zero ? 0.0f : float_of_bits((254 - exponent) << 23);
    if (thread_index().x == 0) {
      args.scales[row] = broken ? NAN : zero ? 0.0f : float_of_bits(exponent << 23);
    }
  }

  // Below 2 in size; 0 past the row's end, and everywhere if a value of the row is not finite.
  REDACT_DEVICE float operator[](size_t c) const {
    return c < cols_ ? multiply(value_at(c), inverse_) : 0.0f;
  }

 private:
  REDACT_DEVICE float value_at(size_t c) const {
    return weight_ != nullptr ? normed(x_[c], norm_, weight_[c]) : x_[c];
  }

  const float* x_;
  const float* weight_;
  size_t cols_;
  float norm_ = 1, inverse_ = 0;
};

}  // namespace redact::simt
