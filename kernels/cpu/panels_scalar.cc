// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/cpu/half.h"
#include "kernels/cpu/panel_kernels.h"

namespace redact {

namespace {

float half_at(const uint8_t* halves, size_t row) {
  uint16_t half;
  std::memcpy(&half, halves + 2 * row, 2);
  return half_to_float(half);
}

// What block b of a panel holds of one of its rows.
template <PanelLayout kLayout>
struct RowOfPanel {
  PanelView view;
  size_t row;

  int32_t code(size_t b, size_t i) const {
    const uint8_t* plane = view.codes + b * kLayout.code_bytes();
    const auto bits_of = [&](size_t bits) {
      const size_t quad = i / 4;
      const uint8_t byte = plane[(quad % bits * kPanelRows + row) * 4 + i % 4];
      return byte >> (quad / bits * bits) & ((1 << bits) - 1);
    };
    int32_t code = bits_of(kLayout.low_bits);
    if constexpr (kLayout.high_bits > 0) {
      plane += kLayout.low_bits * 64;
      code |= bits_of(kLayout.high_bits) << kLayout.low_bits;
    }
    return code;
  }
  float scale(size_t b, size_t part) const {
    const uint8_t* scales = view.scales + b * kLayout.scale_bytes();
    if constexpr (!kLayout.has_steps()) return half_at(scales, row);
    return half_at(steps(b), row) *
           static_cast<float>(static_cast<int8_t>(scales[part * kPanelRows + row]));
  }
  float min(size_t b) const {
    const uint8_t* scales = view.scales + b * kLayout.scale_bytes();
    if constexpr (kLayout.min == MinForm::kHalf) return half_at(scales + 2 * kPanelRows, row);
    return half_at(steps(b) + 2 * kPanelRows, row) *
           static_cast<float>(static_cast<int8_t>(scales[kLayout.parts * kPanelRows + row]));
  }
  const uint8_t* steps(size_t b) const {
    return view.steps + b / kStepBlocks * kLayout.step_bytes();
  }
};

template <PanelLayout kLayout>
float dot(const RowOfPanel<kLayout>& w, const QuantizedRows& x, size_t r) {
  constexpr size_t kCodes = kBlock / kLayout.parts;
  float acc = 0;
  for (size_t b = 0; b < x.n_blocks; ++b) {
    const size_t at = x.at(r, b);
    for (size_t part = 0; part < kLayout.parts; ++part) {
      const int32_t minus_sum = kLayout.parts == 1 ? x.minus_sums[at]
                                : part == 0        ? x.minus_low_sums[at]
                                                   : x.minus_sums[at] - x.minus_low_sums[at];
      int32_t sum = kLayout.offset * minus_sum;
      for (size_t i = part * kCodes; i < (part + 1) * kCodes; ++i) {
        sum += w.code(b, i) * x.codes[at * kBlock + i];
      }
      acc = std::fma(static_cast<float>(sum), w.scale(b, part) * x.scales[at], acc);
    }
    if constexpr (kLayout.has_mins()) {
      acc = std::fma(w.min(b), x.scales[at] * static_cast<float>(x.minus_sums[at]), acc);
    }
  }
  return acc;
}

template <PanelLayout kLayout>
void multiply_as(const Panels& w, size_t begin, size_t end, const QuantizedRows& x, float* out,
                 size_t out_stride, bool add) {
  for (size_t i = begin * kPanelRows; i < std::min(end * kPanelRows, w.rows()); ++i) {
    const RowOfPanel<kLayout> row{w.view(i / kPanelRows), i % kPanelRows};
    for (size_t r = 0; r < x.n_rows; ++r) {
      const float total = dot(row, x, r);
      float& o = out[r * out_stride + i];
      o = add ? o + total : total;
    }
  }
}

constexpr auto kMultiply = per_layout([]<PanelLayout kLayout>() { return multiply_as<kLayout>; });

void multiply(const Panels& w, size_t begin, size_t end, const QuantizedRows& x, float* out,
              size_t out_stride, bool add) {
  kMultiply[w.kind()](w, begin, end, x, out, out_stride, add);
}

}  // namespace

const PanelKernels kScalarPanels = {false, multiply};

}  // namespace redact
