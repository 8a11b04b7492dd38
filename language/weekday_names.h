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

// The day of the week that a word means: a whole name, or an abbreviation of it. A name or an
// abbreviation that several languages share is one of `language` if that language has it;
// abbreviations of two letters ("Mo", "Di") are read in `language` alone. Many abbreviations are
// other words, too ("sat", "mar", "do"), so they count only beside a date. `folded`: the result of
// fold() (text/words.h). nullopt for other words.
std::optional<Weekday> find_weekday(std::string_view folded, std::string_view language);

}  // namespace redact
