// SPDX-License-Identifier: Apache-2.0
#include "redactor/formats/readers.h"
#include "redactor/structured/html_scan.h"

namespace redact {

Result<std::vector<TextSegment>> page_segments(std::string_view html, StopCheck& stop) {
  REDACT_ASSIGN(HtmlTexts texts, scan_html(html, stop));
  // A document type names a standard.
  std::erase_if(texts.segments,
                [](const TextSegment& segment) { return segment.kind == SegmentKind::kDoctype; });
  return std::move(texts.segments);
}

Field page_field(const TextSegment& segment) {
  // Settings, scripts and styles are for the browser.
  if (segment.kind == SegmentKind::kSetting || segment.kind == SegmentKind::kRaw) {
    return {Field::Use::kKeep};
  }
  // The name of an attribute, which can be anything, has a place.
  const bool is_tag = segment.kind == SegmentKind::kName && segment.place == Places::kRoot;
  Field field;
  if (is_tag) field.holds = Field::Holds::kTagName;
  return field;
}

Result<void> read_html(PartList& parts) {
  REDACT_ASSIGN(const std::vector<TextSegment> segments,
                page_segments(parts.bytes(), parts.stop()));
  for (const TextSegment& segment : segments) REDACT_TRY(parts.add(segment, page_field(segment)));
  return {};
}

}  // namespace redact
