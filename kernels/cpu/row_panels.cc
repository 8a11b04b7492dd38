// SPDX-License-Identifier: Apache-2.0
#include "kernels/cpu/row_panels.h"

#include <algorithm>
#include <cstring>

#include "kernels/formats/decode.h"

namespace redact {

size_t RowPanels::bytes_for(const Weight& w) {
  const size_t n_panels = (w.rows + kRowPanelRows - 1) / kRowPanelRows;
  return n_panels * kRowPanelRows * (w.cols + sizeof(float));
}

RowPanels::RowPanels(const Weight& w, QuantiseRow quantise_row, ThreadPool& pool)
    : rows_(w.rows),
      cols_(w.cols),
      memory_(allocate_panels(n_panels() * kRowPanelRows * cols_)),
      scales_(n_panels() * kRowPanelRows) {
  pool.parallel_for(n_panels(), 1, [&](size_t begin, size_t end) {
    for (size_t panel = begin; panel < end; ++panel) fill(w, quantise_row, panel);
  });
}

void RowPanels::fill(const Weight& w, QuantiseRow quantise_row, size_t panel) {
  uint8_t* const panel_codes = memory_.get() + panel * kRowPanelRows * cols_;
  std::vector<float> row(cols_);
  std::vector<int8_t> codes(cols_);
  const size_t first = panel * kRowPanelRows, n = std::min(kRowPanelRows, rows_ - first);
  for (size_t r = 0; r < n; ++r) {
    int32_t sum;
    decode_row(w, first + r, row.data());
    quantise_row(row.data(), cols_, codes.data(), &scales_[first + r], &sum);
    for (size_t c = 0; c < cols_; c += 4) {
      uint32_t quad;
      std::memcpy(&quad, &codes[c], sizeof quad);
      quad ^= kRowOffset * 0x01010101u;  // the offset, added to each byte
      std::memcpy(panel_codes + (c / 4 * kRowPanelRows + r) * 4, &quad, sizeof quad);
    }
  }
}

}  // namespace redact
