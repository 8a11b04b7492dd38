// SPDX-License-Identifier: Apache-2.0
#include <string_view>

#include "documents/formats/field_code.h"
#include "documents/formats/office_settings.h"
#include "documents/formats/readers.h"
#include "documents/structured/rtf_scan.h"

namespace redact {

namespace {

bool is_number(std::string_view text) {
  return text.find_first_not_of("-0123456789") == std::string_view::npos;
}

// Whether a text was chosen by a program: its name of a style or a bookmark, a number of a drawing,
// or the first author of changes, whom Word calls "Unknown".
bool is_of_program(RtfUse use, std::string_view text) {
  if (use == RtfUse::kName) return text == "Unknown";
  return use == RtfUse::kValue ? is_number(text) : is_program_name(text);
}

Result<void> add(PartList& parts, const RtfText& text) {
  const TextSegment& segment = text.segment;
  const auto add_unless_of_program = [&](const Field& field) -> Result<void> {
    REDACT_ASSIGN(const SegmentText read, SegmentText::read(parts.bytes(), segment));
    if (is_of_program(text.use, read.text())) return {};
    return parts.add(segment, field);
  };
  const auto is_masked = [&] { return bytes_of(parts.bytes(), segment) == text.mask; };
  switch (text.use) {
    case RtfUse::kText: return parts.add(segment, Field{});
    case RtfUse::kCode: REDACT_TRY(add_field_code(parts, segment)); return {};
    case RtfUse::kName: return add_unless_of_program({Field::Use::kHide, Label::kName});
    case RtfUse::kAnchor: return add_unless_of_program({Field::Use::kAnchor});
    case RtfUse::kStyle:
    case RtfUse::kValue: return add_unless_of_program(Field{});
    case RtfUse::kGiven: return parts.add(segment, {Field::Use::kName});
    case RtfUse::kSetting: return {};
    case RtfUse::kNumber:
    case RtfUse::kData: return is_masked() ? Result<void>() : parts.remove(segment, text.mask);
    case RtfUse::kUnread:
      return is_masked() ? Result<void>() : parts.remove_unread(segment, text.mask);
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
