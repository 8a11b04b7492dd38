// SPDX-License-Identifier: Apache-2.0
// Weights of 16 bits, F16 or BF16, and their products with a pair of column tiles of 16 columns,
// which is one block of 32 columns of x (quantise.cuh). The arithmetic is the same in all block
// shapes:
//
//   value = sum over the pair's tiles and x's parts, inside the tensor cores, from zero
//   sum   = fma(scale of x, value, sum)
//
// A scale is a power of two, so the product with it is exact. Tensor cores cut off what a sum of
// floats rounds; adding outside them every 32 columns bounds that loss.
#pragma once

#include "kernels/cuda/device.h"
#include "kernels/formats/format.h"

namespace redact::simt {

template <WeightFormat kFormat>
REDACT_DEVICE void mma_half(float (&d)[4], const Halves2 (&a)[4], const Halves2 (&b)[2]) {
  if constexpr (kFormat == WeightFormat::kF16) {
    mma_f16(d, a, b);
  } else {
    mma_bf16(d, a, b);
  }
}

// Multiplies a pair of column tiles with one token tile and adds the scaled products to `sums`.
// `a`: mma_f16's A of both tiles; b[tile][part]: B; x_scales: those of tokens 2t and 2t + 1.
template <WeightFormat kFormat, unsigned kParts>
REDACT_DEVICE void add_halves(const Words4 (&a)[2], const Words2 (&b)[2][kParts],
                              const Floats2& x_scales, float (&sums)[4]) {
  float value[4] = {};
  REDACT_UNROLL
  for (unsigned tile = 0; tile < 2; ++tile) {
    REDACT_UNROLL
    for (unsigned part = 0; part < kParts; ++part) {
      mma_half<kFormat>(value, a[tile].word, b[tile][part].word);
    }
  }
  REDACT_UNROLL
  for (unsigned i = 0; i < 4; ++i) sums[i] = fused(x_scales.value[i % 2], value[i], sums[i]);
}

}  // namespace redact::simt
