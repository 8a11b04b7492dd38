// SPDX-License-Identifier: Apache-2.0
// Lists of words, also those that are written as one text, and names of enumerations.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace redact {

// A string literal as an argument of a template.
template <size_t kSize>
struct Literal {
  consteval Literal(const char (&text)[kSize]) { std::copy_n(text, kSize, bytes); }
  char bytes[kSize];
};

// The words of a text, which one sign separates.
template <Literal kText, char kBetween = ' '>
consteval auto word_list() {
  constexpr std::string_view text = kText.bytes;
  constexpr auto n_between = static_cast<size_t>(std::ranges::count(text, kBetween));
  std::array<std::string_view, n_between + 1> words;
  size_t begin = 0;
  for (std::string_view& word : words) {
    word = text.substr(begin, text.find(kBetween, begin) - begin);
    begin += word.size() + 1;
  }
  return words;
}

// The words of a text, for a binary search: it does not compile if they are in another order.
template <Literal kText>
consteval auto sorted_words() {
  constexpr auto words = word_list<kText>();
  static_assert(std::ranges::is_sorted(words));
  return words;
}

inline bool is_among(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// The value of an enumeration with a name; nullopt for none of `names`, which are in its order.
template <typename Enum>
constexpr std::optional<Enum> find_named(std::span<const std::string_view> names,
                                         std::string_view name) {
  const auto at = std::ranges::find(names, name);
  if (at == names.end()) return std::nullopt;
  return static_cast<Enum>(at - names.begin());
}

}  // namespace redact
