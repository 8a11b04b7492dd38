// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/read_document.h"

#include "documents/files/plain_text.h"
#include "documents/formats/readers.h"
#include "documents/structured/html_scan.h"
#include "documents/structured/mail_scan.h"

namespace redact {

namespace {

// Reads a text in UTF-16: a note is decoded, and so is a file, which is then read in its format.
Result<void> read_utf16(PartList& parts, Format format, const Utf16& utf16) {
  const size_t size = parts.bytes().size();
  if (size == utf16.n_mark) return {};
  const TextSegment text{
      .begin = utf16.n_mark,
      .end = size,
      .codings = {{.codec = utf16.high_byte_first ? Codec::kUtf16Be : Codec::kUtf16Le}}};
  return format == Format::kText ? parts.add(text, Field{}) : parts.add_content(text, false);
}

}  // namespace

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
    case Format::kMail: return read_mail(parts);
    case Format::kRtf: return read_rtf(parts);
    default: break;  // a text; archives are not within a file
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

Result<FormattedText> read_document(std::string_view document, Format format,
                                    const ChosenFields* chosen, const FhirRules* rules,
                                    StopCheck& stop, const FormattedText* made_from) {
  const bool is_made = made_from != nullptr;
  const auto charset = is_made ? made_from->charset : likely_charset(document);
  const bool is_note = chosen == nullptr && format == Format::kText;
  if (is_note && is_encoded_mail(document)) return not_plain_text(kEncodedMail);
  if (is_note && !find_utf16(document) && find_encoded_runs(document).empty() && !charset &&
      !scan_note(document, stop)) {
    return plain_text(document);
  }
  if (chosen == nullptr) {
    if (format == Format::kDocx) return read_docx(document, stop);
    if (format == Format::kXlsx) return read_xlsx(document, stop, made_from);
    const bool is_odf = format == Format::kOdt || format == Format::kOds;
    if (is_odf) return read_odf(document, stop, made_from);
  }
  FormattedText read{DocumentText::in_parts(document), {}, {}};
  read.made_from = made_from;
  PartList parts(read, DocumentText::kDocument, document, stop, rules);
  parts.set_charset(charset, is_made);
  REDACT_TRY(chosen != nullptr ? read_chosen(parts, *chosen) : read_parts(parts, format));
  read.charset = parts.charset();
  read.text.finish();
  return read;
}

}  // namespace redact
