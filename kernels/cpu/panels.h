// SPDX-License-Identifier: Apache-2.0
// Quantised weights repacked for products in int8. A panel holds kPanelRows weight rows side by
// side, so that one vector of 32-bit sums is 16 outputs and nothing is ever summed across a vector.
// It keeps the numbers of the file, in the file's precision, in three arrays:
//
//   codes   [n_blocks][layout.code_bytes()]      planes of bits (panel_layout.h) in vectors of
//                                                [16 rows][4]: four consecutive codes of one row,
//                                                then the next row
//   scales  [n_blocks][layout.scale_bytes()]     kHalf: [16 rows] halves; kSteps: [parts][16 rows]
//                                                int8; then the minima, [16 rows] halves or int8
//   steps   [n_blocks / 8][layout.step_bytes()]  [16 rows] halves of the scales, then of the minima
//
// A quad of an 8-bit plane is an operand of vpdpbusd, and eight consecutive quads are an AMX tile.
// Codes are unsigned. The exception is AMX, which multiplies signed by signed: for it, 8-bit codes
// are signed and have no offset. Rows past the last are zero. Permutation: panel p, block b, quad
// q, row r, byte i is weight (16 p + r, 32 b + 4 q + i).
//
// Size: that of the file, or up to 114/110 of it for formats that pack 6-bit scales, which take a
// byte each here.
#pragma once

#include <cstdint>

#include "base/thread_pool.h"
#include "kernels/cpu/panel_memory.h"
#include "kernels/formats/quantised.h"

namespace redact {

// The arrays of one panel, from a given block on.
struct PanelView {
  const uint8_t* codes;  // 64-byte aligned
  const uint8_t* scales;
  const uint8_t* steps;
};

class Panels final : public PreparedWeight {
 public:
  // Copies the weights, on all threads of `pool`; the bytes of `w` are not needed afterwards.
  // Precondition: supports(w.format).
  Panels(const Weight& w, bool signed_codes, ThreadPool& pool);

  static bool supports(WeightFormat format) { return quantised_format(format) != nullptr; }
  // Bytes of memory of the panels of a matrix.
  static size_t bytes_for(const Weight& w);

  // The index in kQuantisedFormats of their format.
  size_t kind() const { return static_cast<size_t>(format_ - kQuantisedFormats); }
  const PanelLayout& layout() const { return format_->layout; }
  size_t n_panels() const { return (rows_ + kPanelRows - 1) / kPanelRows; }
  size_t n_blocks() const { return n_blocks_; }
  // Whether 8-bit codes are signed, for AMX.
  bool signed_codes() const { return signed_codes_; }
  size_t rows() const { return rows_; }

  // Panel `panel` from block b on; b is a multiple of kStepBlocks.
  PanelView view(size_t panel, size_t b = 0) const {
    const size_t at = panel * n_blocks_ + b;
    return {memory_.get() + at * layout().code_bytes(),
            memory_.get() + scales_at_ + at * layout().scale_bytes(),
            memory_.get() + steps_at_ + at / kStepBlocks * layout().step_bytes()};
  }

 private:
  void fill(const Weight& w, size_t panel, uint8_t flip);

  const QuantisedFormat* format_;
  size_t rows_, n_blocks_;
  bool signed_codes_;
  size_t scales_at_, steps_at_;  // byte offsets; both follow the codes
  PanelMemory memory_;
};

}  // namespace redact
