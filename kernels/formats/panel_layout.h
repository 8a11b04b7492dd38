// SPDX-License-Identifier: Apache-2.0
// How a quantised format is laid out in panels (panels.h), as data: kernels are templates on a
// layout and know no format. In all layouts, for 32 consecutive weights of a row,
//
//   weight i = scale[part] * (value(code[i]) - offset) - min,   part = i / (32 / parts)
//
// where only MinForm::kNibbles has a minimum for each part. Codes lie in one or two planes: their
// low bits, then the bits above. A plane of n bits is n vectors of 64 bytes per block; quad q
// (codes 4q .. 4q + 3 of all 16 rows) lies in vector q % n, from bit n * (q / n) of each byte on.
#pragma once

#include <cstddef>

#include "kernels/formats/blocks.h"

namespace redact {

constexpr size_t kPanelRows = 16;
constexpr size_t kBlock = 32;      // weights of a block here, whatever the format's own block size
constexpr size_t kStepBlocks = 8;  // blocks that share a step: those of a block of 256 in a file
constexpr size_t kQuads = kBlock / 4;
constexpr size_t kSpreadBytes = kPanelRows * kBlock;  // a block's codes, one byte each

enum class CodeForm {
  kNumber,  // value(code) = code
  kIq4,     // value(code) = kIq4Values[code] + 128: from 1 to 241
};
enum class ScaleForm {
  kHalf,   // scale = a half
  kSteps,  // scale = a half shared by 8 blocks * int8, rounded to float (the product is exact)
};
enum class MinForm {
  kNone,
  kHalf,     // min = a half
  kSteps,    // min = a half shared by 8 blocks * int8
  kNibbles,  // like kSteps, per part: the high nibble of the byte that holds the scale's factor
};

struct PanelLayout {
  size_t low_bits;   // of a code, in the first plane: 8, 4 or 2
  size_t high_bits;  // of a code, in the second plane: 0, 1 or 2
  CodeForm codes;
  int offset;    // 0 or a power of two
  size_t parts;  // of a block, each with a scale: 1 or 2
  ScaleForm scale;
  MinForm min;  // kSteps and kNibbles only if the scale has steps too

  constexpr size_t code_bits() const { return low_bits + high_bits; }
  constexpr size_t value_bits() const { return codes == CodeForm::kIq4 ? 8 : code_bits(); }
  constexpr bool has_mins() const { return min != MinForm::kNone; }
  constexpr size_t n_mins() const { return !has_mins() ? 0 : nibbles() ? parts : 1; }
  constexpr bool nibbles() const { return min == MinForm::kNibbles; }
  constexpr bool has_steps() const { return scale == ScaleForm::kSteps; }

  // Bytes for 16 rows: of a block's codes; of a block's scales and minima; of the steps that 8
  // blocks share, those of scales and of minima.
  constexpr size_t code_bytes() const { return code_bits() * 64; }
  constexpr size_t scale_bytes() const {
    const size_t scales = scale == ScaleForm::kHalf ? 2 : parts;
    const size_t mins = min == MinForm::kHalf ? 2 : min == MinForm::kSteps ? 1 : 0;
    return (scales + mins) * kPanelRows;
  }
  constexpr size_t step_bytes() const {
    return !has_steps() ? 0 : (has_mins() ? 4 : 2) * kPanelRows;
  }
};

}  // namespace redact
