// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/sheet_margins.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"

namespace redact {

namespace {

// The end of a code such as &L, &12, &"Arial,Bold" or &K01+000 (ECMA-376, part 1, 18.3.1.46).
size_t end_of_code(std::string_view text, size_t at) {
  if (at + 1 >= text.size()) return text.size();
  const char c = text[at + 1];
  if (c == '"') return std::min(text.find('"', at + 2), text.size() - 1) + 1;
  constexpr size_t kColour = 8;
  if (c == 'K') return std::min(at + kColour, text.size());
  size_t end = at + 2;
  while (is_digit(c) && end < text.size() && is_digit(text[end])) ++end;
  return end;
}

}  // namespace

bool is_margin(const XmlTexts& texts, const TextSegment& segment) {
  const Places::Place& place = texts.places[segment.place];
  return segment.kind == SegmentKind::kText && texts.places[place.parent].name == "headerFooter";
}

Result<void> add_margin(PartList& parts, const TextSegment& segment) {
  REDACT_ASSIGN(const SegmentText read, SegmentText::read(parts.bytes(), segment));
  const std::string& text = read.text();
  std::vector<TextSegment> pieces;
  Join join = segment.join;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('&', at), text.size());
    if (end > at)
      pieces.push_back(
          {at, end, {}, std::exchange(join, Join::kNothing), SegmentKind::kText, segment.place});
    at = end == text.size() ? end : end_of_code(text, end);
    const bool is_section = end + 1 < text.size() &&
                            std::string_view("LCR").find(text[end + 1]) != std::string_view::npos;
    join = std::max(join, is_section ? Join::kBlock : Join::kSpace);
  }
  if (!read.enclose(pieces).ok()) return parts.add(segment, Field{});
  for (const TextSegment& piece : pieces) REDACT_TRY(parts.add(piece, Field{}));
  return {};
}

}  // namespace redact
