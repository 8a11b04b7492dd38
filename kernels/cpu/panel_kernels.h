// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/cpu/panels.h"

namespace redact {

// Activation rows in int8, one scale per block of 32, in tiles of kTileRows rows: the data of one
// block of a tile is contiguous and is also an AMX tile. The last tile may hold rows that do not
// exist.
constexpr size_t kTileRows = 16;

struct QuantisedRows {
  size_t n_rows;
  size_t n_blocks;
  const int8_t* codes;            // [n_tiles, n_blocks, kTileRows, kBlock]
  const float* scales;            // [n_tiles, n_blocks, kTileRows]
  const int32_t* minus_sums;      // same shape: minus the sum of the codes of a block
  const int32_t* minus_low_sums;  // same shape: minus the sum of its first 16 codes

  // The index of row r's block b in scales and minus_sums; times kBlock, that in codes. The next
  // block is kTileRows further on, the next row of the tile 1.
  size_t at(size_t r, size_t b) const {
    return (r / kTileRows * n_blocks + b) * kTileRows + r % kTileRows;
  }
  // Minus the sum of the codes of one of `parts` equal parts, 1 or 2, of a block.
  int32_t minus_sum(size_t at, size_t part, size_t parts) const {
    return parts == 1  ? minus_sums[at]
           : part == 0 ? minus_low_sums[at]
                       : minus_sums[at] - minus_low_sums[at];
  }
};

// The int8 products for one instruction set. Every set gives the same bits: sums of a block are
// exact integers, and blocks are added in order, where s and x are the scales of the weight and of
// the activation:
//   acc = fma(float(sum), s * x, acc)             for each part of the block that has a scale
//   acc = fma(min, x * float(minus_sum), acc)     for each part, or the block, that has a minimum
struct PanelKernels {
  bool signed_codes;  // passed to the constructor of Panels

  // out[r * out_stride + i] (+)= w[i] . x[r] for the rows i of panels [begin, end) and all rows of
  // x; `out` points at column 0. Adds to `out` if `add`.
  void (*multiply)(const Panels& w, size_t begin, size_t end, const QuantisedRows& x, float* out,
                   size_t out_stride, bool add);
};

extern const PanelKernels kScalarPanels;
extern const PanelKernels kAvx2Panels;
extern const PanelKernels kAvxVnniPanels;
extern const PanelKernels kAvx512Panels;  // AVX-512 VNNI
extern const PanelKernels kAmxPanels;     // AMX int8
extern const PanelKernels kNeonPanels;
extern const PanelKernels kDotProdPanels;
extern const PanelKernels kI8mmPanels;

}  // namespace redact
