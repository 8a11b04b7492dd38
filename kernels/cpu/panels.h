// SPDX-License-Identifier: Apache-2.0
// Quantised weights repacked for products in int8. A panel holds kPanelRows weight rows side by
// side, so that one vector of 32-bit sums is 16 outputs and nothing is ever summed across a vector:
//
//   codes   [n_blocks][8 quads][16 rows][4]   unsigned bytes: four neighbours of one row, then the
//   next row scales  [n_blocks][16 rows]               IEEE half
//
// The quads of a panel are at once the operand of vpdpbusd and, eight in a row, a tile of AMX.
// Codes are unsigned, weight = scale * (code - offset): Q8_0 is stored with 128 added, Q4_0 as it
// is; only for AMX, which multiplies signed by signed, is Q8_0 stored as it is. Q4_0 keeps two
// codes a byte, quad q in the low and quad q + 4 in the high nibbles of vector q. Rows past the
// last are zero. Permutation: panel p, block b, quad q, row r, byte i is weight (16 p + r, 32 b + 4
// q + i).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "kernels/format.h"

namespace redact {

constexpr size_t kPanelRows = 16;
constexpr size_t kBlock = 32;  // weights of a scale

class Panels {
 public:
  // `w` is Q8_0 or Q4_0. Copies: the weight's bytes are not needed afterwards.
  Panels(const Weight& w, bool signed_codes);

  static bool supports(WeightFormat format) {
    return format == WeightFormat::kQ8_0 || format == WeightFormat::kQ4_0;
  }

  size_t n_panels() const { return (rows_ + kPanelRows - 1) / kPanelRows; }
  size_t n_blocks() const { return cols_ / kBlock; }
  size_t rows() const { return rows_; }
  size_t cols() const { return cols_; }
  bool four_bits() const { return four_bits_; }
  int32_t offset() const { return four_bits_ ? 8 : 128; }  // of unsigned codes
  size_t block_bytes() const { return kPanelRows * kBlock / (four_bits_ ? 2 : 1); }

  // [n_blocks][block_bytes], 64-byte aligned.
  const uint8_t* codes(size_t panel) const {
    return codes_.get() + panel * n_blocks() * block_bytes();
  }
  const uint16_t* scales(size_t panel) const {
    return scales_.data() + panel * n_blocks() * kPanelRows;
  }

 private:
  struct AlignedFree {
    void operator()(uint8_t* p) const;
  };
  size_t rows_;
  size_t cols_;
  bool four_bits_;
  std::unique_ptr<uint8_t, AlignedFree> codes_;
  std::vector<uint16_t> scales_;
};

}  // namespace redact
