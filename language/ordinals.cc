// SPDX-License-Identifier: Apache-2.0
#include "language/ordinals.h"

#include <algorithm>

#include "base/ascii.h"
#include "language/words.h"

namespace redact {

namespace {

constexpr std::string_view kFirstDay[] = {"er", "°"};  // French, Italian: of the first alone

}  // namespace

std::string_view ordinal_at(std::string_view text) {
  const auto begins = [text](std::string_view ending) {
    return starts_with_any_case(text, ending) &&
           (text.size() == ending.size() || !is_letter(text[ending.size()]));
  };
  for (const std::string_view ending : {"st", "nd", "rd", "th"}) {
    if (begins(ending)) return text.substr(0, ending.size());
  }
  const auto* const first = std::ranges::find_if(kFirstDay, begins);
  return first == std::end(kFirstDay) ? std::string_view() : text.substr(0, first->size());
}

std::string ordinal_like(std::string_view ending, unsigned day) {
  if (ending.empty()) return {};
  if (std::ranges::count(kFirstDay, to_lower(ending)) > 0)
    return std::string(day == 1 ? ending : "");
  const bool is_teen = day / 10 == 1;
  const std::string_view other = is_teen         ? "th"
                                 : day % 10 == 1 ? "st"
                                 : day % 10 == 2 ? "nd"
                                 : day % 10 == 3 ? "rd"
                                                 : "th";
  return with_case_of(ending, other, "en");
}

}  // namespace redact
