// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/cpu_features.h"
#include "kernels/ops.h"

namespace redact {

// The inner loops of the CPU device for one instruction set. All are pure functions of their
// operands and sum in one order that depends on the row's length alone, so a row gives the same
// bits whether it runs alone or among many (P4). Different instruction sets may differ in the last
// bits.
struct RowKernels {
  // Writes rows [row, row + n) of w as floats, out[n, w.cols].
  void (*decode)(const Weight& w, size_t row, size_t n, float* out);

  // One activation row of n values, n a multiple of 32, in int8 (QuantizedRows). A block that holds
  // a value that is not finite gets a scale that is not.
  void (*quantize)(const float* x, size_t n, int8_t* codes, float* scales, int32_t* minus_sums);

  // out[r * out_stride + i] (+)= w[i] . x[r]; w[n_w, cols], x[n_x, cols]; adds where `add`.
  void (*dot_rows)(const float* w, size_t n_w, const float* x, size_t n_x, size_t cols, float* out,
                   size_t out_stride, bool add);

  // out[i] = x[i] / sqrt(mean(x^2) + eps) * weight[i]; d values.
  void (*rms_norm)(const float* x, const float* weight, float eps, size_t d, float* out);

  // out = softmax(q . k[j] * scale) v[j] over j < n; k, v rows lie `stride` floats apart; scores[n]
  // is scratch. q, out[head_dim].
  void (*attend)(const float* q, const float* k, const float* v, size_t n, size_t stride,
                 size_t head_dim, float scale, float* scores, float* out);

  // gate[i] = silu(gate[i]) * up[i]; n values.
  void (*silu_gate)(float* gate, const float* up, size_t n);
};

extern const RowKernels kScalarRows;
extern const RowKernels kAvx2Rows;
extern const RowKernels kAvx512Rows;

}  // namespace redact
