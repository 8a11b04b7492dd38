// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace redact {

// The single number of an age and its unit.
struct Age {
  size_t begin, end;  // bytes of the number
  int value;
  bool in_years;  // false for months, weeks, days, hours and minutes
};

// Reads an age such as "76 year old" or "95 giorni". nullopt where `surface` does not hold exactly
// one number of one to three ASCII digits ("ninety", "2 years 11 months").
//
// The unit is the word after the number, else the word before it, in English, Spanish, Italian,
// French, German, Romanian, Turkish or Arabic, whole or abbreviated. If the surface ends with its
// number, the unit is looked for in `behind`, the text that follows the surface. An age whose unit
// is missing, unknown or ambiguous is taken to be in years, because a policy hides high ages: "95
// m" may be a man, "95 j." a German "jährig". `language` (text/language.h) is used for
// abbreviations that have a meaning only in that language.
std::optional<Age> read_age(std::string_view surface, std::string_view behind,
                            std::string_view language);

// Higher ages identify a person (45 CFR 164.514(b)(2)(i)(C)).
inline constexpr int kOldestWritten = 89;

}  // namespace redact
