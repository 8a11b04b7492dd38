// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstring>

#include "kernels/cpu/panel_kernels.h"
#include "kernels/formats/half.h"

namespace redact {

namespace {

float half_at(const uint8_t* halves, size_t row) {
  uint16_t half;
  std::memcpy(&half, halves + 2 * row, 2);
  return half_to_float(half);
}

// One block of a panel, unpacked.
template <PanelLayout kLayout>
struct SpreadBlock {
  uint8_t codes[kPanelRows][kBlock];
  float scales[kLayout.parts][kPanelRows];
  float mins[kLayout.parts][kPanelRows];  // n_mins() of them

  void read(const PanelView& view, size_t b) {
    read_codes(view.codes + b * kLayout.code_bytes());
    const uint8_t* scale = view.scales + b * kLayout.scale_bytes();
    const uint8_t* step = view.steps + b / kStepBlocks * kLayout.step_bytes();
    for (size_t row = 0; row < kPanelRows; ++row) {
      for (size_t part = 0; part < kLayout.parts; ++part) {
        if constexpr (kLayout.has_steps()) {
          const uint8_t byte = scale[part * kPanelRows + row];
          const auto factor = static_cast<int8_t>(kLayout.nibbles() ? byte & 15 : byte);
          scales[part][row] = half_at(step, row) * static_cast<float>(factor);
        } else {
          scales[part][row] = half_at(scale, row);
        }
      }
      for (size_t part = 0; part < kLayout.n_mins(); ++part) {
        if constexpr (kLayout.min == MinForm::kHalf) {
          mins[part][row] = half_at(scale + 2 * kPanelRows, row);
        } else {
          const int factor = kLayout.nibbles() ? scale[part * kPanelRows + row] >> 4
                                               : scale[kLayout.parts * kPanelRows + row];
          mins[part][row] = half_at(step + 2 * kPanelRows, row) * static_cast<float>(factor);
        }
      }
    }
  }

 private:
  static uint8_t value(uint8_t code) {
    if constexpr (kLayout.codes == CodeForm::kIq4) {
      return static_cast<uint8_t>(kIq4Values[code] + 128);
    }
    return code;
  }

  // The compiler vectorises these loops over bytes.
  void read_codes(const uint8_t* plane) {
    constexpr size_t kLow = kLayout.low_bits, kHigh = kLayout.high_bits;
    uint8_t bytes[64];  // a quad of all rows
    for (size_t quad = 0; quad < kQuads; ++quad) {
      const uint8_t* low = plane + quad % kLow * 64;
      for (size_t i = 0; i < 64; ++i) {
        bytes[i] = static_cast<uint8_t>(low[i] >> (quad / kLow * kLow) & ((1 << kLow) - 1));
      }
      if constexpr (kHigh > 0) {
        const uint8_t* high = plane + (kLow + quad % kHigh) * 64;
        for (size_t i = 0; i < 64; ++i) {
          const int bits = high[i] >> (quad / kHigh * kHigh) & ((1 << kHigh) - 1);
          bytes[i] = static_cast<uint8_t>(bytes[i] | bits << kLow);
        }
      }
      for (uint8_t& byte : bytes) byte = value(byte);
      for (size_t row = 0; row < kPanelRows; ++row) {
        std::memcpy(&codes[row][quad * 4], &bytes[row * 4], 4);
      }
    }
  }
};

// Adds the products of one block of one weight row with n rows of a tile to acc; `at` is
// QuantisedRows::at of the first row.
template <PanelLayout kLayout>
void add_block(const SpreadBlock<kLayout>& block, size_t row, const QuantisedRows& x, size_t at,
               size_t n, float* acc) {
  constexpr size_t kCodes = kBlock / kLayout.parts;
  for (size_t r = 0; r < n; ++r, ++at) {
    for (size_t part = 0; part < kLayout.parts; ++part) {
      int32_t sum = kLayout.offset * x.minus_sum(at, part, kLayout.parts);
      for (size_t i = part * kCodes; i < (part + 1) * kCodes; ++i) {
        sum += block.codes[row][i] * x.codes[at * kBlock + i];
      }
      const float both = block.scales[part][row] * x.scales[at];
      acc[r] = std::fma(static_cast<float>(sum), both, acc[r]);
    }
    for (size_t part = 0; part < kLayout.n_mins(); ++part) {
      const int32_t minus_sum = x.minus_sum(at, part, kLayout.n_mins());
      const float minus = x.scales[at] * static_cast<float>(minus_sum);
      acc[r] = std::fma(block.mins[part][row], minus, acc[r]);
    }
  }
}

template <PanelLayout kLayout>
void multiply_as(const Panels& w, size_t begin, size_t end, const QuantisedRows& x, float* out,
                 size_t out_stride, bool add) {
  SpreadBlock<kLayout> block;
  for (size_t panel = begin; panel < end; ++panel) {
    const PanelView view = w.view(panel);
    const size_t column = panel * kPanelRows, n_columns = std::min(kPanelRows, w.rows() - column);
    for (size_t first = 0; first < x.n_rows; first += kTileRows) {
      const size_t n = std::min(kTileRows, x.n_rows - first);
      float acc[kPanelRows][kTileRows] = {};
      for (size_t b = 0; b < x.n_blocks; ++b) {
        block.read(view, b);
        for (size_t row = 0; row < n_columns; ++row) {
          add_block(block, row, x, x.at(first, b), n, acc[row]);
        }
      }
      for (size_t r = 0; r < n; ++r) {
        float* o = out + (first + r) * out_stride + column;
        for (size_t i = 0; i < n_columns; ++i) o[i] = add ? o[i] + acc[i][r] : acc[i][r];
      }
    }
  }
}

constexpr auto kMultiply = per_layout([]<PanelLayout kLayout>() { return multiply_as<kLayout>; });

void multiply(const Panels& w, size_t begin, size_t end, const QuantisedRows& x, float* out,
              size_t out_stride, bool add) {
  kMultiply[w.kind()](w, begin, end, x, out, out_stride, add);
}

}  // namespace

const PanelKernels kScalarPanels = {false, multiply};

}  // namespace redact
