// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string_view>

namespace redact {

// The names of the twelve months in one language or one of its calendars.
struct MonthNames {
  std::string_view language;  // ISO 639-1; empty for Roman numerals
  std::array<std::string_view, 12> names;
};

struct Month {
  int number;               // 1..12
  const MonthNames* names;  // static; the names among which it was found
};

// All lists, those of Roman numerals last.
std::span<const MonthNames> month_names();

// The month that a word means: a whole name, preferably in `language`, else the beginning of a
// name, of at least three characters: "marz" is März, "mar" is March. `folded` is the result of
// fold() (language/words.h). nullopt for other words.
std::optional<Month> find_month(std::string_view folded, std::string_view language);

}  // namespace redact
