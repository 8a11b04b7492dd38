// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace redact {

// The names of the seven days of the week in one language, Monday first.
struct WeekdayNames {
  std::string_view language;  // ISO 639-1
  std::array<std::string_view, 7> whole;
  std::array<std::string_view, 7> brief;  // the usual abbreviations; in Arabic the whole names
};

struct Weekday {
  int number;                 // 0..6, Monday first
  const WeekdayNames* names;  // static; the names among which it was found
  bool is_whole;              // whether the word is a whole name
};

// The weekday that a word means: a whole name or its abbreviation. A spelling that several
// languages share is read in `language` if that language has it; abbreviations of two letters
// ("Mo", "Di") are read only in `language`. Many abbreviations are also other words ("sat", "mar",
// "do"), so they count only beside a date. `folded` is the result of fold() (language/words.h).
// nullopt for other words.
std::optional<Weekday> find_weekday(std::string_view folded, std::string_view language);

}  // namespace redact
