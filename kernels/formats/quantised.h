// SPDX-License-Identifier: Apache-2.0
// Every quantised format: its unpacker, and its layout on the CPU. A new format needs a row here
// and an unpacker, besides its block in blocks.h.
#pragma once

#include <array>
#include <utility>

#include "kernels/formats/format.h"
#include "kernels/formats/panel_layout.h"

namespace redact {

// 32 consecutive weights of a row, in the terms of panel_layout.h. A scale is step * scale[part], a
// minimum min_step * min[part]; formats without steps have factors of 1.
struct BlockParts {
  uint8_t code[kBlock];
  uint16_t step, min_step;  // IEEE halves
  int8_t scale[2], min[2];  // of each part; both equal if there is only one part
};

// Reads the 32 weights from 32 * block on of a row, given the bytes of the file.
using Unpack = void (*)(const uint8_t* row, size_t block, BlockParts& out);

void unpack_q8_0(const uint8_t* row, size_t block, BlockParts& out);
void unpack_q4_0(const uint8_t* row, size_t block, BlockParts& out);
void unpack_q4_1(const uint8_t* row, size_t block, BlockParts& out);
void unpack_q4_k(const uint8_t* row, size_t block, BlockParts& out);
void unpack_q6_k(const uint8_t* row, size_t block, BlockParts& out);
void unpack_q5_0(const uint8_t* row, size_t block, BlockParts& out);
void unpack_q5_1(const uint8_t* row, size_t block, BlockParts& out);
void unpack_q2_k(const uint8_t* row, size_t block, BlockParts& out);
void unpack_q3_k(const uint8_t* row, size_t block, BlockParts& out);
void unpack_q5_k(const uint8_t* row, size_t block, BlockParts& out);
void unpack_iq4_nl(const uint8_t* row, size_t block, BlockParts& out);
void unpack_iq4_xs(const uint8_t* row, size_t block, BlockParts& out);

struct QuantisedFormat {
  WeightFormat format;
  Unpack unpack;
  PanelLayout layout;
};

// clang-format off
inline constexpr QuantisedFormat kQuantisedFormats[] = {
    // format                unpack         low high codes      offset parts scale              min
    {WeightFormat::kQ8_0,   unpack_q8_0,   {8,  0, CodeForm::kNumber, 128, 1, ScaleForm::kHalf,  MinForm::kNone}},
    {WeightFormat::kQ4_0,   unpack_q4_0,   {4,  0, CodeForm::kNumber, 8,   1, ScaleForm::kHalf,  MinForm::kNone}},
    {WeightFormat::kQ4_1,   unpack_q4_1,   {4,  0, CodeForm::kNumber, 0,   1, ScaleForm::kHalf,  MinForm::kHalf}},
    {WeightFormat::kQ5_0,   unpack_q5_0,   {4,  1, CodeForm::kNumber, 16,  1, ScaleForm::kHalf,  MinForm::kNone}},
    {WeightFormat::kQ5_1,   unpack_q5_1,   {4,  1, CodeForm::kNumber, 0,   1, ScaleForm::kHalf,  MinForm::kHalf}},
    {WeightFormat::kQ2_K,   unpack_q2_k,   {2,  0, CodeForm::kNumber, 0,   2, ScaleForm::kSteps, MinForm::kNibbles}},
    {WeightFormat::kQ3_K,   unpack_q3_k,   {2,  1, CodeForm::kNumber, 4,   2, ScaleForm::kSteps, MinForm::kNone}},
    {WeightFormat::kQ4_K,   unpack_q4_k,   {4,  0, CodeForm::kNumber, 0,   1, ScaleForm::kSteps, MinForm::kSteps}},
    {WeightFormat::kQ5_K,   unpack_q5_k,   {4,  1, CodeForm::kNumber, 0,   1, ScaleForm::kSteps, MinForm::kSteps}},
    {WeightFormat::kQ6_K,   unpack_q6_k,   {4,  2, CodeForm::kNumber, 32,  2, ScaleForm::kSteps, MinForm::kNone}},
    {WeightFormat::kIQ4_NL, unpack_iq4_nl, {4,  0, CodeForm::kIq4,    128, 1, ScaleForm::kHalf,  MinForm::kNone}},
    {WeightFormat::kIQ4_XS, unpack_iq4_xs, {4,  0, CodeForm::kIq4,    128, 1, ScaleForm::kSteps, MinForm::kNone}},
};
// clang-format on

// The row of a format; nullptr for formats that are not quantised.
constexpr const QuantisedFormat* quantised_format(WeightFormat format) {
  for (const QuantisedFormat& row : kQuantisedFormats) {
    if (row.format == format) return &row;
  }
  return nullptr;
}

// Calls instance.operator()<layout>() for the layout of every row: a kernel's instances, in the
// order of the table.
template <typename Instance>
constexpr auto per_layout(const Instance& instance) {
  return [&]<size_t... kRow>(std::index_sequence<kRow...>) {
    return std::array{instance.template operator()<kQuantisedFormats[kRow].layout>()...};
  }
  (std::make_index_sequence<std::size(kQuantisedFormats)>());
}

}  // namespace redact
