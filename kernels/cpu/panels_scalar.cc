// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "kernels/cpu/half.h"
#include "kernels/cpu/panel_kernels.h"

namespace redact {

namespace {

int32_t code_at(const uint8_t* block, bool four_bits, size_t row, size_t i) {
  const size_t quad = i / 4;
  if (!four_bits) return block[(quad * kPanelRows + row) * 4 + i % 4];
  const uint8_t byte = block[(quad % 4 * kPanelRows + row) * 4 + i % 4];
  return quad < 4 ? byte & 15 : byte >> 4;
}

void multiply(const Panels& w, size_t begin, size_t end, const QuantizedRows& x, float* out,
              size_t out_stride, bool add) {
  const size_t n_blocks = w.n_blocks();
  for (size_t row = begin * kPanelRows; row < std::min(end * kPanelRows, w.rows()); ++row) {
    const size_t panel = row / kPanelRows, i = row % kPanelRows;
    for (size_t r = 0; r < x.n_rows; ++r) {
      float acc = 0;
      for (size_t b = 0; b < n_blocks; ++b) {
        const uint8_t* codes = w.codes(panel) + b * w.block_bytes();
        int32_t sum = w.offset() * x.minus_sums[x.at(r, b)];
        for (size_t c = 0; c < kBlock; ++c) {
          sum += code_at(codes, w.four_bits(), i, c) * x.codes[x.at(r, b) * kBlock + c];
        }
        const float scale = half_to_float(w.scales(panel)[b * kPanelRows + i]);
        acc = std::fma(static_cast<float>(sum), scale * x.scales[x.at(r, b)], acc);
      }
      float& o = out[r * out_stride + row];
      o = add ? o + acc : acc;
    }
  }
}

}  // namespace

const PanelKernels kScalarPanels = {false, multiply};

}  // namespace redact
