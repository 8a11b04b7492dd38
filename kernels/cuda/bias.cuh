// SPDX-License-Identifier: Apache-2.0
// The bias that some families add to a product. Traffic: the product's outputs are read and written
// once more.
#pragma once

#include "kernels/cuda/device.h"

namespace redact::simt {

constexpr unsigned kBiasThreads = 128;

// out[r, i] += bias[i], one thread per value. Grid: n / kBiasThreads, rounded up.
struct BiasArgs {
  float* out;  // [n / rows, rows]
  const float* bias;
  size_t rows;
  size_t n;

  bool operator==(const BiasArgs&) const = default;
};
REDACT_KERNEL void add_bias_kernel(BiasArgs args) {
  const size_t i = size_t{block_index().x} * kBiasThreads + thread_index().x;
  if (i < args.n) args.out[i] += args.bias[i % args.rows];
}

}  // namespace redact::simt
