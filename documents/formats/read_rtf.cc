// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "documents/formats/docx_settings.h"
#include "documents/formats/field_code.h"
#include "documents/formats/readers.h"
#include "documents/structured/rtf_scan.h"

namespace redact {

namespace {

bool is_number(std::string_view text) {
  return text.find_first_not_of("-0123456789") == std::string_view::npos;
}

Result<void> add(PartList& parts, const RtfText& text) {
  const TextSegment& segment = text.segment;
  const bool is_masked = bytes_of(parts.bytes(), segment) == text.mask;
  REDACT_ASSIGN(const SegmentText read, SegmentText::read(parts.bytes(), segment));
  switch (text.use) {
    case RtfUse::kText: return parts.add(segment, Field{});
    // Word writes "Unknown" for the first author of changes.
    case RtfUse::kName:
      if (read.text() == "Unknown") return {};
      return parts.add(segment, {Field::Use::kHide, Label::kName});
    case RtfUse::kStyle:
      return is_docx_name(read.text()) ? Result<void>() : parts.add(segment, Field{});
    case RtfUse::kAnchor:
      return is_docx_name(read.text()) ? Result<void>() : parts.add(segment, {Field::Use::kAnchor});
    case RtfUse::kCode: return add_field_code(parts, segment);
    case RtfUse::kValue:
      return is_number(read.text()) ? Result<void>() : parts.add(segment, Field{});
    case RtfUse::kSetting: return {};
    case RtfUse::kNumber:
    case RtfUse::kData: return is_masked ? Result<void>() : parts.remove(segment, text.mask);
    case RtfUse::kUnread:
      return is_masked ? Result<void>() : parts.remove_unread(segment, text.mask);
  }
  return {};
}

}  // namespace

Result<void> read_rtf(PartList& parts) {
  // RTF is ASCII, and each of its texts has a code page of its own.
  parts.set_charset(std::nullopt, true);
  REDACT_ASSIGN(const std::vector<RtfText> texts, scan_rtf(parts.bytes(), parts.stop()));
  for (const RtfText& text : texts) REDACT_TRY(add(parts, text));
  return {};
}

}  // namespace redact
