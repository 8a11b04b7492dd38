// SPDX-License-Identifier: Apache-2.0
// How a quantised format lies in panels (panels.h), as data: kernels are templates on a layout and
// know no format. In all layouts, of 32 neighbouring weights of a row,
//
//   weight i = scale[i / (32 / parts)] * (code[i] - offset) - min
//
// Codes lie in one or two planes: their low bits, then the bits above. A plane of n bits is n
// vectors of 64 bytes a block; quad q (codes 4q .. 4q + 3 of all 16 rows) lies in vector q % n, at
// bit n * (q / n) of each byte.
//
// Formats that are not there yet, and what they take:
//   Q5_0, Q5_1     planes of 4 and 1 bits; the rest as Q4_0 (offset 16) and Q4_1
//   Q5_K           planes of 4 and 1 bits; the rest as Q4_K
//   Q3_K           planes of 2 and 1 bits, offset 4, two parts of one byte; the rest as Q6_K
//   Q2_K           a plane of 2 bits, two parts; another ScaleForm, of nibbles, for a part's scale
//                  and minimum in one byte, and a minimum a part, as the sums of QuantizedRows
//                  allow
//   IQ4_NL, IQ4_XS a plane of 4 bits; one more member, a table of 16 code values that the unpacking
//                  of planes looks up (vpshufb), offset 128; scales as Q4_0 and as Q6_K in one part
#pragma once

#include <cstddef>
#include <cstdint>

namespace redact {

constexpr size_t kPanelRows = 16;
constexpr size_t kBlock = 32;      // weights of a block here, whatever the format calls one
constexpr size_t kStepBlocks = 8;  // blocks that share a step: those of a block of 256
constexpr size_t kQuads = kBlock / 4;
constexpr size_t kSpreadBytes = kPanelRows * kBlock;  // a block's codes, a byte each

enum class ScaleForm {
  kHalf,   // scale = half
  kSteps,  // scale = half of 8 blocks * int8, the product rounded to float (it is exact)
};
enum class MinForm { kNone, kHalf, kSteps };

struct PanelLayout {
  size_t low_bits;   // of a code, in the first plane: 8, 4 or 2
  size_t high_bits;  // in the second: 0, 1 or 2
  int offset;        // 0 or a power of two
  size_t parts;      // of a block, each with a scale: 1 or 2
  ScaleForm scale;
  MinForm min;  // kSteps only where the scale has them too

  constexpr size_t code_bits() const { return low_bits + high_bits; }
  constexpr bool has_mins() const { return min != MinForm::kNone; }
  constexpr bool has_steps() const { return scale == ScaleForm::kSteps; }

  // Bytes of 16 rows: of a block's codes; of its scales, then its minima; of the steps of 8 blocks'
  // scales, then of their minima.
  constexpr size_t code_bytes() const { return code_bits() * 64; }
  constexpr size_t scale_bytes() const {
    const size_t scales = scale == ScaleForm::kHalf ? 2 : parts;
    const size_t mins = min == MinForm::kNone ? 0 : min == MinForm::kHalf ? 2 : 1;
    return (scales + mins) * kPanelRows;
  }
  constexpr size_t step_bytes() const {
    return !has_steps() ? 0 : (min == MinForm::kSteps ? 4 : 2) * kPanelRows;
  }
};

}  // namespace redact
