// SPDX-License-Identifier: Apache-2.0
// Quantised weights repacked for products in int8. A panel holds kPanelRows weight rows side by
// side, so that one vector of 32-bit sums is 16 outputs and nothing is ever summed across a vector.
// It keeps what the file has, in the file's precision, in three arrays:
//
//   codes   [n_blocks][layout.code_bytes()]      planes of bits (panel_layout.h) in vectors of
//                                                [16 rows][4]: four neighbours of one row, then the
//                                                next row
//   scales  [n_blocks][layout.scale_bytes()]     kHalf: [16 rows] halves; kSteps: [parts][16 rows]
//                                                int8; then the minima, [16 rows] halves or int8
//   steps   [n_blocks / 8][layout.step_bytes()]  [16 rows] halves of the scales, then of the minima
//
// The quads of a plane of bytes are at once the operand of vpdpbusd and, eight in a row, a tile of
// AMX. Codes are unsigned; only for AMX, which multiplies signed by signed, are those of 8 bits
// signed and have no offset. Rows past the last are zero. Permutation: panel p, block b, quad q,
// row r, byte i is weight (16 p + r, 32 b + 4 q + i).
//
// Bytes: those of the file, and up to 114/110 of them where it packs scales of six bits, which take
// a byte each here.
#pragma once

#include <cstdint>

#include "base/thread_pool.h"
#include "kernels/cpu/formats.h"
#include "kernels/cpu/panel_memory.h"

namespace redact {

// One panel's arrays, from some block on.
struct PanelView {
  const uint8_t* codes;  // 64-byte aligned
  const uint8_t* scales;
  const uint8_t* steps;
};

class Panels {
 public:
  // Copies, on all threads of `pool`: the weight's bytes are not needed afterwards. Precondition:
  // supports(w.format).
  Panels(const Weight& w, bool signed_codes, ThreadPool& pool);

  static bool supports(WeightFormat format) { return quantised_format(format) != nullptr; }
  // Memory of the panels of a matrix.
  static size_t bytes_for(const Weight& w);

  // The row of kQuantisedFormats that these are of.
  size_t kind() const { return static_cast<size_t>(format_ - kQuantisedFormats); }
  const PanelLayout& layout() const { return format_->layout; }
  size_t n_panels() const { return (rows_ + kPanelRows - 1) / kPanelRows; }
  size_t n_blocks() const { return n_blocks_; }
  size_t rows() const { return rows_; }

  // Panel `panel` from block b on, a multiple of kStepBlocks.
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
  size_t scales_at_, steps_at_;  // behind the codes, in bytes
  PanelMemory memory_;
};

}  // namespace redact
