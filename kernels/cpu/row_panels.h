// SPDX-License-Identifier: Apache-2.0
// Products in int8 with one scale per row of weights and one per row of activations: the sum over a
// whole row is one integer, so it does not depend on the instruction set or the order of additions,
// and products run at the rate of the multipliers.
//
// A panel holds 32 weight rows side by side, two AVX-512 vectors: codes [cols / 4][32 rows][4],
// four consecutive codes of one row, then the next row. Codes are unsigned, with an offset of 128;
// rows past the last are zero. A panel of 1,024 columns is 32 KiB and stays in an L1 cache of 48
// KiB while rows of activations are multiplied with it; wider matrices work, but slower.
#pragma once

#include <cstdint>
#include <vector>

#include "base/thread_pool.h"
#include "kernels/cpu/panel_memory.h"
#include "kernels/formats/format.h"
#include "kernels/ops.h"

namespace redact {

constexpr size_t kRowPanelRows = 32;
constexpr int kRowOffset = 128;
constexpr size_t kMostRowCols = kMostInt8Products;  // of a matrix
// Rows of activations that a kernel takes at a time: with vectors, and at most, in AMX tiles.
constexpr size_t kRowTile = 8;
constexpr size_t kMostRowTile = 32;

// The function that rounds rows: RowKernels::quantise_row of any instruction set.
using QuantiseRow = void (*)(const float* x, size_t n, int8_t* codes, float* scale,
                             int32_t* code_sum);

class RowPanels final : public PreparedWeight {
 public:
  // Rounds each row, on all threads of `pool`; the weight's bytes are not needed afterwards.
  // Precondition: supports(w).
  RowPanels(const Weight& w, QuantiseRow quantise_row, ThreadPool& pool);

  // Label models are in one of these formats; for others, panels by blocks (panels.h) take less
  // memory.
  static bool supports(const Weight& w) {
    const bool is_rounded = w.format == WeightFormat::kQ8_0 || w.format == WeightFormat::kQ5_0;
    return is_rounded && w.cols <= kMostRowCols;
  }
  static size_t bytes_for(const Weight& w);

  size_t rows() const { return rows_; }
  size_t cols() const { return cols_; }
  size_t n_panels() const { return (rows_ + kRowPanelRows - 1) / kRowPanelRows; }
  const uint8_t* codes(size_t panel) const { return memory_.get() + panel * kRowPanelRows * cols_; }
  const float* scales(size_t panel) const { return scales_.data() + panel * kRowPanelRows; }

 private:
  void fill(const Weight& w, QuantiseRow quantise_row, size_t panel);

  size_t rows_, cols_;
  PanelMemory memory_;         // codes
  std::vector<float> scales_;  // [n_panels * 32]
};

// Rows of activations in int8, one scale each. The arrays are allocated for n_rows rounded up to a
// multiple of kMostRowTile; the sums of the rows beyond n_rows are 0.
struct Int8Rows {
  size_t n_rows;
  size_t cols;
  const int8_t* codes;  // [n_rows, cols]
  const float* scales;  // [n_rows]
  const int32_t* sums;  // [n_rows]: the sum of the codes of each row
};

}  // namespace redact
