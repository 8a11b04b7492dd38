// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "documents/structured/segment.h"

namespace redact {

// A cell of a sheet with its segments.
struct SheetCell {
  uint32_t row = 0, column = 0;
  const TextSegment* element = nullptr;  // whole, with its tags
  std::string_view type, style;
  std::vector<const TextSegment*> values, formulas, strings, readings;
  std::string_view shared;  // the number of its formula among those that cells share; else empty
  bool has_others = false;
  std::string text;  // of a string, shared or not, or the characters of its value
};

// Whether a cell holds a string.
bool is_string(const SheetCell& cell);
// Whether it holds a number or a date, true or false, or an error of a formula in the form that its
// type says; anything else in such a cell is text.
bool is_number(const SheetCell& cell);
bool is_boolean(const SheetCell& cell);
bool is_error(const SheetCell& cell);

// Whether a text is a day of ISO 8601, perhaps with a time.
bool is_iso_day(std::string_view text);

}  // namespace redact
