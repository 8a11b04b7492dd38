// SPDX-License-Identifier: Apache-2.0
// Quantised weights repacked for products in int8. A panel holds kPanelRows weight rows side by
// side, so that one vector of 32-bit sums is 16 outputs and nothing is ever summed across a vector:
//
//   codes   [n_blocks][8 quads][16 rows][4]   bytes: four neighbours of one row, then the next row
//   scales  [n_blocks][16 rows]               IEEE half, for Q8_0 and Q4_0
//           [n_blocks][n_parts][16 rows]      float, for Q4_K (1 part) and Q6_K (2: each half of
//           the block)
//   mins    [n_blocks][16 rows]               float, for Q4_K
//
// The quads of a panel are at once the operand of vpdpbusd and, eight in a row, a tile of AMX.
// Codes are unsigned, weight = scale * (code - code_offset(format)) - min; only for AMX, which
// multiplies signed by signed, are those of Q8_0 signed and have no offset. Q4_0 and Q4_K keep two
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
constexpr size_t kBlock = 32;  // weights of a block here, whatever the format calls one

constexpr bool has_four_bit_codes(WeightFormat format) {
  return format == WeightFormat::kQ4_0 || format == WeightFormat::kQ4_K;
}
constexpr bool has_float_scales(WeightFormat format) {
  return format == WeightFormat::kQ4_K || format == WeightFormat::kQ6_K;
}
constexpr size_t scale_parts(WeightFormat format) { return format == WeightFormat::kQ6_K ? 2 : 1; }
constexpr bool has_mins(WeightFormat format) { return format == WeightFormat::kQ4_K; }

class Panels {
 public:
  // Copies: the weight's bytes are not needed afterwards. Precondition: supports(w.format).
  Panels(const Weight& w, bool signed_codes);

  static bool supports(WeightFormat format) {
    return format == WeightFormat::kQ8_0 || format == WeightFormat::kQ4_0 ||
           format == WeightFormat::kQ4_K || format == WeightFormat::kQ6_K;
  }

  WeightFormat format() const { return format_; }
  size_t n_panels() const { return (rows_ + kPanelRows - 1) / kPanelRows; }
  size_t n_blocks() const { return cols_ / kBlock; }
  size_t rows() const { return rows_; }
  size_t block_bytes() const { return kPanelRows * kBlock / (has_four_bit_codes(format_) ? 2 : 1); }

  // [n_blocks][block_bytes], 64-byte aligned.
  const uint8_t* codes(size_t panel) const {
    return codes_.get() + panel * n_blocks() * block_bytes();
  }
  const uint16_t* half_scales(size_t panel, size_t b) const {
    return half_scales_.data() + (panel * n_blocks() + b) * kPanelRows;
  }
  const float* float_scales(size_t panel, size_t b, size_t part) const {
    return float_scales_.data() +
           ((panel * n_blocks() + b) * scale_parts(format_) + part) * kPanelRows;
  }
  const float* mins(size_t panel, size_t b) const {
    return mins_.data() + (panel * n_blocks() + b) * kPanelRows;
  }

 private:
  struct AlignedFree {
    void operator()(uint8_t* p) const;
  };
  WeightFormat format_;
  size_t rows_;
  size_t cols_;
  std::unique_ptr<uint8_t, AlignedFree> codes_;
  std::vector<uint16_t> half_scales_;
  std::vector<float> float_scales_;
  std::vector<float> mins_;
};

}  // namespace redact
