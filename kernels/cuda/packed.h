// SPDX-License-Identifier: Apache-2.0
// How quantised matrices lie in device memory: permuted once at load so that a lane's share of a
// tensor-core fragment is one load of 16 bytes and a warp's loads are one run.
//
// A tile is 16 rows by 32 columns, one mma_s8. Of it lane l holds, with g = l / 4 and t = l % 4,
// the 16 codes of fragment registers 0..3: rows g, g + 8, g, g + 8 and columns 4t.. and, for the
// last two, 16 + 4t.. (device.h). Rows and columns past the matrix are zero codes with zero scales.
//
//   Q8_0  codes  [row tiles, column tiles, 32 lanes, 16]             bytes, registers in order
//   Q4_0  codes  [row tiles, column tiles / 2, 32 lanes, 2, 8]       nibbles of two column tiles;
//   byte
//                                                                    4r + i of a tile has register
//                                                                    2r's code i low and 2r + 1's
//                                                                    high
//         scales [row tiles, column tiles, 16]                       halves, as in the file
//
// Traffic is that of the file: 34 or 18 bytes for 32 weights.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/format.h"

namespace redact {

struct PackedShape {
  static constexpr size_t kTileRows = 16, kTileColumns = 32;

  size_t rows, cols;

  size_t row_tiles() const { return (rows + kTileRows - 1) / kTileRows; }
  // Even, so that two tiles of nibbles share a load.
  size_t column_tiles() const { return (cols / kTileColumns + 1) / 2 * 2; }
};

struct PackedMatrix {
  WeightFormat format;  // kQ8_0 or kQ4_0
  PackedShape shape;
  std::vector<uint8_t> codes;
  std::vector<uint16_t> scales;
};

// `w`: Q8_0 or Q4_0.
PackedMatrix pack(const Weight& w);
// The file's bytes again: what tests hold the permutation to.
std::vector<uint8_t> unpack(const PackedMatrix& packed);

}  // namespace redact
