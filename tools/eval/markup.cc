// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/markup.h"

#include <array>
#include <optional>

namespace redact::eval {

namespace {

constexpr std::u32string_view kCloser = U"ENDNER";
constexpr std::array<std::u32string_view, 2> kOpeners = {U"BEGINER_", U"BEGINNER_"};

bool is_label_character(char32_t c) {
  return (c >= U'A' && c <= U'Z') || (c >= U'0' && c <= U'9') || c == U'_' || c == U'-';
}

size_t label_end(std::u32string_view text, size_t at) {
  while (at < text.size() && is_label_character(text[at])) ++at;
  return at;
}

// A mark at a position of the text.
struct Mark {
  bool opens;
  size_t end;         // after it
  std::string label;  // empty for a closing mark without one
};

std::optional<Mark> mark_at(std::u32string_view text, size_t at) {
  const std::u32string_view rest = text.substr(at);
  for (const std::u32string_view opener : kOpeners) {
    if (!rest.starts_with(opener)) continue;
    const size_t begin = at + opener.size(), end = label_end(text, begin);
    if (end == begin || end == text.size() || text[end] != U' ') continue;
    return Mark{true, end + 1, to_utf8(text.substr(begin, end - begin))};
  }
  if (rest.starts_with(U" ENDNER")) return Mark{false, at + 1 + kCloser.size(), ""};
  if (!rest.starts_with(U"<")) return std::nullopt;
  const bool opens = !rest.starts_with(U"</");
  const size_t begin = at + (opens ? 1 : 2), end = label_end(text, begin);
  if (end == begin || end == text.size() || text[end] != U'>') return std::nullopt;
  return Mark{opens, end + 1, to_utf8(text.substr(begin, end - begin))};
}

}  // namespace

Result<Document> parse_markup(std::string_view marked, const std::string& where) {
  const std::u32string given = to_code_points(std::string(marked));
  Document document;
  bool open = false, element = false;
  for (size_t at = 0; at < given.size();) {
    const auto mark = mark_at(given, at);
    if (!mark) {
      document.text += given[at++];
      continue;
    }
    const bool is_element = given[at] == U'<';
    const bool fits =
        mark->opens != open &&
        (mark->opens || (is_element == element &&
                         (mark->label.empty() || mark->label == document.gold.back().label)));
    if (!fits) {
      return Error{ErrorKind::kBadInput, where,
                   "has a mark inside another one, or one that closes nothing, before character " +
                       std::to_string(at + 1)};
    }
    if (mark->opens) {
      document.gold.push_back({document.text.size(), document.text.size(), mark->label});
      element = is_element;
    } else {
      document.gold.back().end = document.text.size();
    }
    open = mark->opens;
    at = mark->end;
  }
  if (open) return Error{ErrorKind::kBadInput, where, "has a mark that is not closed"};
  REDACT_TRY(settle(document, where));
  return document;
}

std::string to_markup(std::u32string_view text, const std::vector<Annotation>& annotations) {
  std::string out;
  size_t at = 0;
  for (const Annotation& a : annotations) {
    if (a.begin < at) continue;
    out += to_utf8(text.substr(at, a.begin - at)) + "BEGINER_" + a.label + " " +
           to_utf8(text.substr(a.begin, a.end - a.begin)) + " ENDNER";
    at = a.end;
  }
  return out + to_utf8(text.substr(at));
}

}  // namespace redact::eval
