// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/rtf_tokens.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/ascii.h"
#include "documents/structured/codecs.h"

namespace redact {

namespace {

// Longer names and parameters are no words of RTF; so a token is bounded, but for the data of \bin.
constexpr size_t kLongestName = 32, kLongestParameter = 10;

// Sorted by name.
constexpr auto kCharacters = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"bullet", "\u2022"},
    {"emdash", "\u2014"},
    {"emspace", "\u2003"},
    {"endash", "\u2013"},
    {"enspace", "\u2002"},
    {"ldblquote", "\u201c"},
    {"line", "\n"},
    {"lquote", "\u2018"},
    {"ltrmark", "\u200e"},
    {"qmspace", "\u2005"},
    {"rdblquote", "\u201d"},
    {"rquote", "\u2019"},
    {"rtlmark", "\u200f"},
    {"tab", "\t"},
    {"zwbo", "\u200b"},
    {"zwj", "\u200d"},
    {"zwnbo", "\u2060"},
    {"zwnj", "\u200c"},
});
static_assert(std::ranges::is_sorted(kCharacters));

RtfToken word_at(std::string_view rtf, size_t at) {
  const auto end_of = [&](size_t from, size_t longest, auto is_one) {
    const size_t last = std::min(rtf.size(), from + longest);
    while (from < last && is_one(rtf[from])) ++from;
    return from;
  };
  RtfToken token{.kind = RtfToken::Kind::kWord, .end = end_of(at + 1, kLongestName, is_letter)};
  token.name = rtf.substr(at + 1, token.end - at - 1);
  const bool is_negative = rtf.substr(token.end).starts_with('-');
  const size_t digits = token.end + is_negative;
  const size_t end = end_of(digits, kLongestParameter, is_digit);
  if (end > digits) {
    int value = 0;  // of a number that is too large: none
    const auto error = std::from_chars(rtf.data() + digits, rtf.data() + end, value).ec;
    if (error == std::errc()) token.parameter = is_negative ? -value : value;
    token.end = end;
  }
  token.name_end = token.end;
  token.is_delimited = rtf.substr(token.end).starts_with(' ');
  token.end += token.is_delimited;
  if (token.name == "bin" && token.parameter > 0) {
    token.end = std::min(rtf.size(), token.end + static_cast<size_t>(*token.parameter));
  }
  return token;
}

}  // namespace

RtfToken rtf_token(std::string_view rtf, size_t at) {
  using Kind = RtfToken::Kind;
  switch (rtf[at]) {
    case '{': return {.kind = Kind::kOpen, .end = at + 1};
    case '}': return {.kind = Kind::kClose, .end = at + 1};
    case '\r':
    case '\n':
      return {.kind = Kind::kLineEnd,
              .end = std::min(rtf.find_first_not_of("\r\n", at), rtf.size())};
    case '\\': break;
    default:
      return {.kind = Kind::kText, .end = std::min(rtf.find_first_of("\\{}\r\n", at), rtf.size())};
  }
  if (at + 1 < rtf.size() && is_letter(rtf[at + 1])) return word_at(rtf, at);
  const bool is_hex = rtf.substr(at + 1).starts_with('\'') && at + 3 < rtf.size() &&
                      hex_byte(rtf[at + 2], rtf[at + 3]) >= 0;
  if (is_hex) return {.kind = Kind::kHex, .end = at + 4, .name = rtf.substr(at + 2, 2)};
  const size_t end = std::min(rtf.size(), at + 2);
  return {.kind = Kind::kSymbol, .end = end, .name = rtf.substr(at + 1, end - at - 1)};
}

std::optional<std::string_view> rtf_character(const RtfToken& token) {
  if (token.kind == RtfToken::Kind::kSymbol && !token.name.empty()) {
    switch (token.name[0]) {
      case '\\':
      case '{':
      case '}': return token.name;
      case '\t': return "\t";
      case '~': return "\u00a0";
      case '_': return "\u2011";
      case '-': return "";
      default: return std::nullopt;
    }
  }
  if (token.kind != RtfToken::Kind::kWord || token.parameter) return std::nullopt;
  const auto found = std::ranges::lower_bound(
      kCharacters, token.name, {}, &std::pair<std::string_view, std::string_view>::first);
  if (found == kCharacters.end() || found->first != token.name) return std::nullopt;
  return found->second;
}

}  // namespace redact
