// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/panels.h"

namespace redact {

// Activation rows in int8, a scale for every 32: x[r][c] is near scales[r][c / 32] * codes[r][c].
struct QuantizedRows {
  size_t n_rows;
  size_t cols;
  const int8_t* codes;        // [n_rows up to a multiple of 16, cols]
  const float* scales;        // [the same, cols / 32]
  const int32_t* minus_sums;  // [the same, cols / 32], minus the sum of the codes of a block
};

// The int8 products for one instruction set. Every set gives the same bits: sums of a block are
// exact integers, and blocks add up in order, acc = fma(float(sum), weight scale * activation
// scale, acc).
struct PanelKernels {
  // out[r * out_stride + i] (+)= w[i] . x[r] for the rows i of panels [begin, end) and all rows of
  // x; `out` points at column 0. Adds where `add`.
  void (*multiply)(const Panels& w, size_t begin, size_t end, const QuantizedRows& x, float* out,
                   size_t out_stride, bool add);
};

extern const PanelKernels kScalarPanels;
extern const PanelKernels kAvx2Panels;
extern const PanelKernels kAvx512Panels;  // AVX-512 VNNI
extern const PanelKernels kAmxPanels;     // AMX int8, with AVX-512 VNNI for few rows

}  // namespace redact
