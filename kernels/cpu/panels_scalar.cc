// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "kernels/cpu/decode.h"
#include "kernels/cpu/half.h"
#include "kernels/cpu/panel_kernels.h"

namespace redact {

namespace {

int32_t code_at(const Panels& w, const uint8_t* block, size_t row, size_t i) {
  const size_t quad = i / 4;
  if (!has_four_bit_codes(w.format())) return block[(quad * kPanelRows + row) * 4 + i % 4];
  const uint8_t byte = block[(quad % 4 * kPanelRows + row) * 4 + i % 4];
  return quad < 4 ? byte & 15 : byte >> 4;
}

float dot(const Panels& w, size_t panel, size_t row, const QuantizedRows& x, size_t r) {
  const size_t n_parts = scale_parts(w.format());
  float acc = 0;
  for (size_t b = 0; b < w.n_blocks(); ++b) {
    const uint8_t* codes = w.codes(panel) + b * w.block_bytes();
    const size_t at = x.at(r, b);
    for (size_t part = 0; part < n_parts; ++part) {
      const int32_t minus_sum = n_parts == 1 ? x.minus_sums[at]
                                : part == 0  ? x.minus_low_sums[at]
                                             : x.minus_sums[at] - x.minus_low_sums[at];
      int32_t sum = code_offset(w.format()) * minus_sum;
      const size_t n = kBlock / n_parts;
      for (size_t c = part * n; c < (part + 1) * n; ++c) {
        sum += code_at(w, codes, row, c) * x.codes[at * kBlock + c];
      }
      const float scale = has_float_scales(w.format())
                              ? w.float_scales(panel, b, part)[row]
                              : half_to_float(w.half_scales(panel, b)[row]);
      acc = std::fma(static_cast<float>(sum), scale * x.scales[at], acc);
    }
    if (has_mins(w.format())) {
      acc =
          std::fma(w.mins(panel, b)[row], x.scales[at] * static_cast<float>(x.minus_sums[at]), acc);
    }
  }
  return acc;
}

void multiply(const Panels& w, size_t begin, size_t end, const QuantizedRows& x, float* out,
              size_t out_stride, bool add) {
  for (size_t row = begin * kPanelRows; row < std::min(end * kPanelRows, w.rows()); ++row) {
    for (size_t r = 0; r < x.n_rows; ++r) {
      const float total = dot(w, row / kPanelRows, row % kPanelRows, x, r);
      float& o = out[r * out_stride + row];
      o = add ? o + total : total;
    }
  }
}

}  // namespace

const PanelKernels kScalarPanels = {false, multiply};

}  // namespace redact
