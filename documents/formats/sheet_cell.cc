// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/sheet_cell.h"

#include <algorithm>

#include "base/ascii.h"
#include "documents/formats/fhir_values.h"

namespace redact {

bool is_string(const SheetCell& cell) {
  return cell.type == "s" || cell.type == "inlineStr" || cell.type == "str";
}

bool is_number(const SheetCell& cell) {
  const bool is_plain = cell.type.empty() || cell.type == "n";
  return is_plain ? read_number(cell.text).has_value() : cell.type == "d" && is_iso_day(cell.text);
}

bool is_boolean(const SheetCell& cell) {
  return cell.type == "b" &&
         (cell.text == "0" || cell.text == "1" || cell.text == "true" || cell.text == "false");
}

bool is_error(const SheetCell& cell) {
  return cell.type == "e" && cell.text.starts_with('#') &&
         std::all_of(cell.text.begin() + 1, cell.text.end(), [](char c) {
           return is_upper(c) || is_digit(c) || c == '/' || c == '!' || c == '?' || c == '_';
         });
}

bool is_iso_day(std::string_view text) {
  constexpr size_t kDay = 10;
  return text.size() >= kDay && is_fhir_date(text.substr(0, kDay)) &&
         text.find_first_not_of("0123456789-:.TZ") == text.npos;
}

}  // namespace redact
