// SPDX-License-Identifier: Apache-2.0
#include "redactor/text/html_marks.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <string>
#include <utility>

namespace redact {

namespace {

// Elements that editors of rich text leave in a note.
constexpr auto kElements = std::to_array<std::string_view>(
    {"a",     "b",  "big",   "br",    "center", "div",    "em",  "font", "h1",
     "h2",    "h3", "h4",    "h5",    "h6",     "hr",     "i",   "li",   "ol",
     "p",     "s",  "small", "span",  "strike", "strong", "sub", "sup",  "table",
     "tbody", "td", "th",    "thead", "tr",     "tt",     "u",   "ul"});
constexpr size_t kMostTagBytes = 256;  // a longer tag is not formatting
constexpr size_t kMostReferenceBytes = 12;

struct Name {
  std::string_view name;
  int32_t c;
};
constexpr auto kNames = std::to_array<Name>({{"nbsp", ' '},
                                             {"amp", '&'},
                                             {"lt", '<'},
                                             {"gt", '>'},
                                             {"quot", '"'},
                                             {"apos", '\''},
                                             {"szlig", 0xdf},
                                             {"oslash", 0xf8},
                                             {"Oslash", 0xd8},
                                             {"aelig", 0xe6},
                                             {"AElig", 0xc6},
                                             {"ordm", 0xba},
                                             {"ordf", 0xaa},
                                             {"deg", 0xb0}});
// References to accented letters are the letter and the accent's name.
constexpr auto kAccents = std::to_array<Name>({{"grave", 0x300},
                                               {"acute", 0x301},
                                               {"circ", 0x302},
                                               {"tilde", 0x303},
                                               {"uml", 0x308},
                                               {"ring", 0x30a},
                                               {"cedil", 0x327},
                                               {"caron", 0x30c}});

bool is_element(std::string_view name) {
  std::string small(name);
  for (char& c : small) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::find(kElements.begin(), kElements.end(), small) != kElements.end();
}

// The size of the tag that `text` begins with; 0 if it is not a formatting tag.
size_t tag_bytes(std::string_view text) {
  const size_t end = text.substr(0, kMostTagBytes).find_first_of("<>", 1);
  if (end == text.npos || text[end] != '>') return 0;
  std::string_view inside = text.substr(1, end - 1);
  if (inside.starts_with('/')) inside.remove_prefix(1);
  const std::string_view name = inside.substr(0, inside.find_first_of(" \t\r\n/"));
  return is_element(name) ? end + 1 : 0;
}

// The character for the reference between "&" and ";"; 0 if there is none.
int32_t referred(std::string_view name) {
  if (name.starts_with('#')) {
    const bool hexadecimal = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
    const std::string_view digits = name.substr(hexadecimal ? 2 : 1);
    int32_t c = 0;
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), c, hexadecimal ? 16 : 10);
    const bool whole = error == std::errc() && end == digits.data() + digits.size();
    return whole && c >= ' ' && utf8proc_codepoint_valid(c) ? c : 0;
  }
  for (const auto& [known, c] : kNames) {
    if (name == known) return c;
  }
  for (const auto& [accent, c] : kAccents) {
    if (name.substr(1) != accent) continue;
    std::array<utf8proc_int32_t, 2> letter = {name[0], c};
    const auto n = utf8proc_normalize_utf32(
        letter.data(), 2, static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE));
    return n == 1 ? letter[0] : 0;
  }
  return 0;
}

}  // namespace

std::optional<HtmlMark> html_mark_at(std::string_view text, size_t at) {
  text = text.substr(at);
  if (text.starts_with('<')) {
    if (const size_t n = tag_bytes(text); n > 0) return HtmlMark{' ', n};
  } else if (text.starts_with('&')) {
    const size_t end = text.substr(0, kMostReferenceBytes).find(';');
    if (end == text.npos || end < 2) return std::nullopt;
    if (const int32_t c = referred(text.substr(1, end - 1)); c != 0) return HtmlMark{c, end + 1};
  }
  return std::nullopt;
}

}  // namespace redact
