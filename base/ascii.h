// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace redact {

// Tests for ASCII characters, in any locale. All other bytes give false.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_letter(char c) { return is_lower(c) || is_upper(c); }
constexpr bool is_alphanumeric(char c) { return is_letter(c) || is_digit(c); }
constexpr bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }
// A letter, or a byte of a character beyond ASCII, most of which are letters.
constexpr bool may_be_letter(char c) { return is_letter(c) || !is_ascii(c); }
constexpr bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The lower-case letter of a capital letter; any other character unchanged.
constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c | 0x20) : c; }

inline std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = to_lower(c);
  return lower;
}

// Whether no character of a text is anything else.
constexpr bool all_digits(std::string_view text) { return std::ranges::all_of(text, is_digit); }
constexpr bool has_letter(std::string_view text) {
  return std::ranges::any_of(text, may_be_letter);
}

// Whether a text, in any case, begins with a beginning in lower case.
inline bool starts_with_any_case(std::string_view text, std::string_view beginning) {
  return std::ranges::equal(text.substr(0, beginning.size()), beginning,
                            [](char c, char b) { return to_lower(c) == b; });
}

// Whether a name, in any case, ends with an ending in lower case.
inline bool ends_with_any_case(std::string_view name, std::string_view ending) {
  return name.size() >= ending.size() &&
         std::equal(ending.rbegin(), ending.rend(), name.rbegin(),
                    [](char e, char c) { return e == to_lower(c); });
}

// The mark that some programs write at the beginning of UTF-8 text.
inline constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// Which byte order mark of UTF-16 a text begins with.
enum class Utf16Mark { kNone, kLowFirst, kHighFirst };
constexpr Utf16Mark utf16_mark(std::string_view text) {
  if (text.starts_with("\xff\xfe")) return Utf16Mark::kLowFirst;
  return text.starts_with("\xfe\xff") ? Utf16Mark::kHighFirst : Utf16Mark::kNone;
}

}  // namespace redact
