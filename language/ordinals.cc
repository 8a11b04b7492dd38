// SPDX-License-Identifier: Apache-2.0
#include "language/ordinals.h"

#include <algorithm>
#include <vector>

#include "base/ascii.h"
#include "base/word_list.h"
#include "language/words.h"

namespace redact {

namespace {

constexpr auto kOrdinals = word_list<"st nd rd th">();
constexpr std::string_view kFrench = "er", kItalian = "°";  // of the first day alone

std::string_view english_ending(unsigned day) {
  const bool is_teen = day / 10 == 1;
  switch (is_teen ? 0 : day % 10) {
    case 1: return "st";
    case 2: return "nd";
    case 3: return "rd";
    default: return "th";
  }
}

}  // namespace

std::string_view ordinal_at(std::string_view text) {
  if (text.starts_with(kItalian)) return text.substr(0, kItalian.size());
  constexpr size_t kReach = 16;  // bytes that hold a space, an ending and what follows it
  const std::vector<Word> words = find_words(text.substr(0, kReach));
  if (words.empty()) return {};
  const auto& [begin, end] = words.front();
  if (begin > 1 || (begin == 1 && text[0] != ' ')) return {};
  const std::string folded = fold(text, words.front());
  return is_among(folded, kOrdinals) || folded == kFrench ? text.substr(0, end)
                                                          : std::string_view();
}

std::string ordinal_like(std::string_view ending, unsigned day) {
  if (ending.empty()) return {};
  const bool is_apart = ending.starts_with(' ');
  const std::string_view word = ending.substr(is_apart ? 1 : 0);
  if (word == kItalian || fold(word) == kFrench) return std::string(day == 1 ? ending : "");
  return (is_apart ? " " : "") + with_case_of(word, english_ending(day), "en");
}

}  // namespace redact
