// SPDX-License-Identifier: Apache-2.0
// Activations in the form in which the matrix products read them: blocks of 32 columns, each with
// its own scale, x = scale * number.
//
//   8-bit integers, for quantised weights: scale[r, b] = max |x[r, 32b .. 32b + 31]| / 127, and a
//   code is x / scale, to the nearest integer.
//   16-bit numbers of the weights' type, for 16-bit weights: scale is the power of two that brings
//   the block's largest to 2^14..2^15, so the rounding of the numbers is the only one. For F16, a
//   number is x / scale, of which it loses up to 2^-11 (2^-39 of the block's largest if that is
//   more), and no product is less exact than one of unscaled halves, as in llama.cpp. BF16 would
//   lose 2^-8, so a second number holds the rest, up to 2^-17.
//
// The layout is that of a product's stage (gemm_q.cuh), with rows padded to whole blocks of its
// shape (shapes.cuh: padded_tokens):
//
//   codes         [blocks, padded rows, 4, 8]   quarter t of a row has the codes 4t..4t + 3 and
//                                               16 + 4t.., a lane's two registers of mma_s8's B
//   numbers       [2 * blocks, parts, padded rows, 4, 4]   tiles of 16 columns; quarter t of a row
//                                               has the columns 2t, 2t + 1, 8 + 2t and 9 + 2t of
//                                               its tile, a lane's two registers of mma_f16's B
//   scales, sums  [blocks, padded rows]         sums of codes alone
//
// Rows and blocks past the end are zero. Work split: a warp has a block of 32 values, a lane one
// value. Grid: (blocks / 4 warps, padded rows). Traffic: 4 bytes in and 1.25 out per value (16
// bits: 2.125 for each part).
#pragma once

#include <cmath>

#include "kernels/cuda/device.h"
#include "kernels/formats/format.h"

namespace redact::simt {

enum class RowForm : uint32_t { kInt8, kF16, kBf16 };

// The form of the rows that weights of a format are multiplied by.
constexpr RowForm row_form(WeightFormat format) {
  return format == WeightFormat::kF16    ? RowForm::kF16
         : format == WeightFormat::kBf16 ? RowForm::kBf16
                                         : RowForm::kInt8;
}

template <WeightFormat kFormat>
constexpr RowForm kRowForm = row_form(kFormat);

// The numbers that an activation takes.
constexpr unsigned parts_of(RowForm form) { return form == RowForm::kBf16 ? 2 : 1; }

// Bytes of a block of 32 values, without its scale.
constexpr size_t block_bytes(RowForm form) {
  return form == RowForm::kInt8 ? 32 : 64 * parts_of(form);
}

struct QuantiseArgs {
  const float* x;  // [n_rows, cols]
  size_t n_rows, padded_rows, cols;
  size_t blocks;  // cols / 32, rounded up, for 8-bit integers to even
  RowForm form;
  uint32_t parts;  // parts_of(form)
  void* codes;     // or numbers
  float* scales;
  float* sums;  // of a block's codes, for formats with a minimum

  bool operator==(const QuantiseArgs&) const = default;
};

constexpr unsigned kQuantiseWarps = 4;
// Blocks below it become zero: the inverses of scales, 127 / largest and 2^14 / largest, must stay
// finite.
constexpr float kSmallest = 1e-30f;

REDACT_DEVICE uint16_t bits16(RowForm form, float value) {
  if (form == RowForm::kF16) return half_bits(value);
  const uint32_t bits = bits_of_float(value);
  return static_cast<uint16_t>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);  // nearest, ties to even
}
REDACT_DEVICE float value16(RowForm form, uint16_t bits) {
  if (form == RowForm::kF16) return half_value(bits);
  return float_of_bits(uint32_t{bits} << 16);
}

// Writes the parts of a lane's value, which is finite and below 2^15 in size.
REDACT_DEVICE void put_halves(const QuantiseArgs& args, size_t row, size_t block, float value) {
  const unsigned i = lane() % 16;  // the lane's column in its tile
  const size_t tile = 2 * block + lane() / 16, of_part = args.padded_rows * 16;
  uint16_t* to = static_cast<uint16_t*>(args.codes) + tile * args.parts * of_part + row * 16 +
                 i % 8 / 2 * 4 + i / 8 * 2 + i % 2;
  const uint16_t high = bits16(args.form, value);
  to[0] = high;
  if (args.parts == 2) to[of_part] = bits16(args.form, add(value, -value16(args.form, high)));
}

// Writes a warp's block; each lane passes one value.
REDACT_DEVICE void quantise_block(const QuantiseArgs& args, size_t row, size_t block, float value) {
  constexpr uint32_t kSize = 0x7fffffff, kInfinity = 0x7f800000;
  const unsigned i = lane();
  // The bits of sizes ascend with them, up to those of infinity and of NaN.
  const uint32_t largest_bits = warp_max(bits_of_float(value) & kSize);
  const float largest = float_of_bits(largest_bits);
  // A value that is not finite makes its block's scale NaN, so that it shows in the result.
  const bool broken = largest_bits >= kInfinity, small = !(largest > kSmallest);
  const size_t of_row = block * args.padded_rows + row;
  if (args.form != RowForm::kInt8) {
    const uint32_t exponent = largest_bits >> 23;  // from 27 on, unless `small`
    const float inverse = broken || small ? 0.0f : float_of_bits((254 + 14 - exponent) << 23);
    put_halves(args, row, block, broken ? 0.0f : multiply(value, inverse));
    if (i == 0)
      args.scales[of_row] = broken ? NAN : small ? 0.0f : float_of_bits((exponent - 14) << 23);
    return;
  }
  const float inverse = small ? 0.0f : 127.0f / largest;
  const int code = broken ? 1 : round_even(multiply(value, inverse));
  static_cast<int8_t*>(args.codes)[of_row * 32 + i % 16 / 4 * 8 + i / 16 * 4 + i % 4] =
      static_cast<int8_t>(code);
  const int sum = warp_sum(code);
  if (i != 0) return;
  args.scales[of_row] = broken ? NAN : largest / 127.0f;
  args.sums[of_row] = static_cast<float>(sum);
}

// Quantises a warp's block in a launch over [blocks, padded rows]; the values are value(row,
// column).
template <typename Value>
REDACT_DEVICE void quantise_rows(const QuantiseArgs& args, const Value& value) {
  const size_t block = size_t{block_index().x} * kQuantiseWarps + thread_index().x / kWarp;
  const size_t row = block_index().y;
  if (block >= args.blocks) return;  // the whole warp leaves
  const size_t column = block * 32 + lane();
  const bool inside = row < args.n_rows && column < args.cols;
  quantise_block(args, row, block, inside ? value(row, column) : 0.0f);
}

REDACT_KERNEL void quantise_kernel(QuantiseArgs args) {
  quantise_rows(args, [&](size_t row, size_t column) { return args.x[row * args.cols + column]; });
}

}  // namespace redact::simt
