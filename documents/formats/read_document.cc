// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/read_document.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "documents/files/plain_text.h"
#include "documents/formats/readers.h"
#include "documents/structured/html_scan.h"
#include "language/find_dates.h"

namespace redact {

namespace {

// Files within files within files: a page in a CDA document in an attachment.
constexpr int kDeepestFile = 4;

// Of a text in UTF-16: a note is decoded, and so is a file, which is then read in its format.
Result<void> read_utf16(PartList& parts, Format format, const Utf16& utf16) {
  const size_t size = parts.bytes().size();
  if (size == utf16.n_mark) return {};
  const TextSegment text{
      .begin = utf16.n_mark,
      .end = size,
      .codings = {{.codec = utf16.high_byte_first ? Codec::kUtf16Be : Codec::kUtf16Le}}};
  return format == Format::kText ? parts.add(text, Field{}) : parts.add_content(text, false);
}

Result<void> read_parts(PartList& parts, Format format) {
  const std::string_view note = parts.bytes();
  if (format != Format::kXml) {  // whose reader knows encodings
    if (const auto utf16 = find_utf16(note)) return read_utf16(parts, format, *utf16);
  }
  switch (format) {
    case Format::kHtml: return read_html(parts);
    case Format::kXml: return read_xml(parts);
    case Format::kJson: return read_json(parts);
    case Format::kHl7: return read_hl7(parts);
    case Format::kText: break;
    case Format::kDocx: break;  // no file within a file
  }
  const auto texts = scan_note(note, parts.stop());
  REDACT_TRY(parts.stop().result());
  if (texts) {
    for (const TextSegment& segment : texts->segments) {
      const bool stays = segment.kind == SegmentKind::kSetting;
      REDACT_TRY(parts.add(segment, {stays ? Field::Use::kKeep : Field::Use::kRead}));
    }
    return {};
  }
  return parts.add({.begin = 0, .end = note.size(), .codings = {}}, Field{});
}

}  // namespace

Result<size_t> PartList::put(const TextSegment& segment, PartRole role, const Field& field) {
  // A part takes some time besides its bytes.
  if (stop_.after(segment.end - segment.begin + 64)) return *stop_.error();
  into_.fields.push_back(field);
  return into_.text.add(file_, segment, role, static_cast<uint32_t>(into_.fields.size() - 1));
}

Result<void> PartList::add(const TextSegment& segment, const Field& field) {
  using Use = Field::Use;
  switch (field.use) {
    case Use::kKeep:
    case Use::kMeasure: return add_kept(segment, field);
    case Use::kStandard: return {};
    case Use::kWeekday: REDACT_TRY(put(segment, PartRole::kKept, field)); return {};
    case Use::kMarkup: return read_page(*this, segment);
    case Use::kFile: return add_file(segment, field);
    case Use::kRead:
    case Use::kHide: REDACT_TRY(put(segment, PartRole::kRead, field)); return {};
    case Use::kId:
    case Use::kReference:
    case Use::kAnchor:
    case Use::kTime:
    case Use::kDrop:
    case Use::kShift:
    case Use::kYear:
    case Use::kZip3:
    case Use::kHash:
    case Use::kPerturb:
    case Use::kSubstitute: REDACT_TRY(put(segment, PartRole::kValue, field)); return {};
    case Use::kRemove: return remove(segment, {});
  }
  return {};
}

Result<void> PartList::add_kept(const TextSegment& segment, const Field& field) {
  // Most hold no year.
  const std::string_view bytes = bytes_of(bytes_, segment);
  if (std::count_if(bytes.begin(), bytes.end(), is_digit) < 4) return {};
  REDACT_ASSIGN(const SegmentText read, SegmentText::read(bytes_, segment));
  if (field.use == Field::Use::kMeasure) {
    count_dates(read.text());
  } else if (!find_dates(read.text()).empty()) {
    REDACT_TRY(put(segment, PartRole::kKept, field));
  }
  return {};
}

// The replacement of the segment is not part of the document.
Result<void> PartList::put_masked(const TextSegment& segment, PartRole role, std::string mask) {
  REDACT_ASSIGN(const size_t part, put(segment, role, Field{}));
  into_.masks[part] = std::move(mask);
  return {};
}

Result<void> PartList::add_typed(const TextSegment& segment, const Field& field, size_t begin,
                                 size_t end, std::string mask) {
  TextSegment whole = segment;
  whole.begin = begin;
  whole.end = end;
  whole.codings = {};
  REDACT_TRY(put_masked(whole, PartRole::kWhole, std::move(mask)));
  return add(segment, field);
}

Result<void> PartList::remove(const TextSegment& segment, std::string mask) {
  return put_masked(segment, PartRole::kRemoved, std::move(mask));
}

Result<void> PartList::remove_unread(const TextSegment& segment) {
  ++into_.n_unread;
  return remove(segment, {});
}

Result<void> PartList::add_named(const TextSegment& segment, Label label) {
  REDACT_ASSIGN(const SegmentText read, SegmentText::read(bytes_, segment));
  into_.named.push_back({label, read.text()});
  return {};
}

Result<void> PartList::add_file(const TextSegment& segment, const Field& field) {
  TextSegment encoded = segment;
  encoded.codings.push_back({.codec = Codec::kBase64});
  auto decoded = SegmentText::read(bytes_, encoded);
  if (decoded.ok() && decoded->text() == kRemovedFile) {
    REDACT_TRY(put(segment, PartRole::kValue, Field{Field::Use::kDrop, field.label}));
    return {};
  }
  const bool is_text =
      decoded.ok() && may_be_text(decoded->text()) && unreadable_kind(decoded->text()) == nullptr;
  if (!is_text || depth_ == kDeepestFile) {
    ++into_.n_unread;
    REDACT_TRY(put(segment, PartRole::kValue, Field{Field::Use::kDrop, field.label}));
    return {};
  }
  const Format format = find_format(decoded->text(), {});
  return add_inner(encoded, std::move(decoded).value(), format);
}

Result<void> PartList::add_content(const TextSegment& segment, bool as_text) {
  REDACT_ASSIGN(SegmentText read, SegmentText::read(bytes_, segment));
  if (const char* kind = unreadable_kind(read.text())) return not_plain_text(kind);
  const bool is_text = as_text || depth_ == kDeepestFile;
  const Format format = is_text ? Format::kText : find_format(read.text(), {});
  return add_inner(segment, std::move(read), format);
}

Result<void> PartList::add_inner(const TextSegment& segment, SegmentText read, Format format) {
  into_.fields.push_back(Field{});
  const size_t part = into_.text.add(file_, segment, std::move(read), PartRole::kFile,
                                     static_cast<uint32_t>(into_.fields.size() - 1));
  PartList inner(into_, into_.text.open_file(part), into_.text.part_text(part), stop_, rules_,
                 depth_ + 1);
  return read_parts(inner, format);
}

Result<FormattedText> read_document(std::string_view document, Format format,
                                    const ChosenFields* chosen, const FhirRules* rules,
                                    StopCheck& stop) {
  if (chosen != nullptr) {
    FormattedText read{DocumentText::in_parts(document), {}, {}};
    PartList parts(read, DocumentText::kDocument, document, stop, rules);
    REDACT_TRY(read_chosen(parts, *chosen));
    read.text.finish();
    return read;
  }
  if (format == Format::kText && !find_utf16(document) && !scan_note(document, stop)) {
    return plain_text(document);
  }
  if (format == Format::kDocx) return read_docx(document, stop);
  FormattedText read{DocumentText::in_parts(document), {}, {}};
  PartList parts(read, DocumentText::kDocument, document, stop, rules);
  REDACT_TRY(read_parts(parts, format));
  read.text.finish();
  return read;
}

}  // namespace redact
