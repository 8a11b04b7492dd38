// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/ascii.h"
#include "documents/files/plain_text.h"
#include "documents/formats/beginnings.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/key_captions.h"
#include "documents/formats/readers.h"
#include "documents/structured/html_names.h"

namespace redact {

namespace {

// Whether a document has an element in a namespace.
bool has_space(const Places& places, std::string_view space) {
  for (uint32_t place = 1; place < places.size(); ++place) {
    if (places[place].space == space) return true;
  }
  return false;
}

// Whether a document without a namespace is a piece of CDA: an attribute codeSystem has an object
// identifier.
bool is_piece_of_cda(std::string_view xml, const XmlTexts& texts) {
  return std::ranges::any_of(texts.segments, [&](const TextSegment& segment) {
    return segment.kind == SegmentKind::kAttribute &&
           texts.places[segment.place].name == "codeSystem" &&
           is_object_identifier(bytes_of(xml, segment));
  });
}

// Whether a document that is no XML may be a page nevertheless: XHTML by its name, or a piece of a
// page with Microsoft's namespaces.
bool may_be_page(std::string_view xml) {
  const std::string_view root = xml_beginning(xml).root;
  const std::string name = to_lower(tag_name(root, "<"));
  const bool is_piece = root.find(" xmlns") != root.npos && root.find("hl7") == root.npos;
  return name == "html" || (is_piece && is_html_element(name));
}

// The beginning of the next document. A byte order mark before it says how it is written.
size_t next_document(std::string_view xml, size_t from) {
  const size_t begin = find_xml(xml, from);
  if (begin == xml.npos) return from == 0 ? 0 : xml.size();
  const size_t mark = begin - std::min(begin, kByteOrderMark.size());
  return mark >= from && xml.substr(mark).starts_with(kByteOrderMark) ? mark : begin;
}

// Text outside the documents.
Result<void> add_outside(PartList& parts, size_t begin, size_t end) {
  const std::string_view text = parts.bytes().substr(begin, end - begin);
  const size_t at = after_space_and_marks(text, 0, " \t\r\n");
  if (at == text.size()) return {};
  return parts.add_content({.begin = begin + at, .end = end, .codings = {}}, true);
}

// Whether a document is an office file in one piece, whose cells only their own readers know.
bool is_flat_office_file(const Places& places) {
  for (uint32_t place = 1; place < places.size(); ++place) {
    const auto& [parent, step, number, name, space] = places[place];
    const bool is_root = parent == Places::kRoot && step == PlaceStep::kElement;
    const bool is_odf =
        name == "document" && space == "urn:oasis:names:tc:opendocument:xmlns:office:1.0";
    const bool is_excel =
        name == "Workbook" && space == "urn:schemas-microsoft-com:office:spreadsheet";
    if (is_root && (is_odf || is_excel)) return true;
  }
  return false;
}

// `number`: of the document in its file.
Result<void> read_texts(PartList& parts, const XmlTexts& texts, size_t number) {
  if (is_flat_office_file(texts.places)) {
    return Error{
        ErrorKind::kUnsupported, "text",
        "is an Office or OpenDocument file in one piece of XML, which is not read; save it "
        "as DOCX, XLSX, ODT or ODS"};
  }
  if (has_space(texts.places, kFhirSpace)) return read_fhir_xml(parts, texts);
  if (has_space(texts.places, kCdaSpace) || is_piece_of_cda(parts.bytes(), texts)) {
    return read_cda(parts, texts);
  }
  // In any other XML, each text and each attribute is a text unless its name says more.
  for (const TextSegment& segment : texts.segments) {
    if (segment.kind == SegmentKind::kNamespace) continue;
    const Places::Place& place = texts.places[segment.place];
    if (segment.kind == SegmentKind::kAttribute &&
        texts.places[place.parent].space == "http://www.w3.org/2000/svg") {
      REDACT_ASSIGN(const std::string value, parts.text_of(segment));
      if (is_drawing(to_lower(place.name), value)) continue;
    }
    const bool has_name =
        segment.kind == SegmentKind::kText || segment.kind == SegmentKind::kAttribute;
    const Field* named =
        has_name ? field_of_key(place.name, texts.places[place.parent].name) : nullptr;
    REDACT_TRY(add_named_value(parts, segment, named, Field{}, number));
  }
  return {};
}

}  // namespace

// One document after another, perhaps with other text around them, as in a log.
Result<void> read_xml(PartList& parts) {
  const std::string_view xml = parts.bytes();
  const bool is_utf16 = find_utf16(xml).has_value();
  size_t at = 0, number = 0;
  do {
    const size_t begin = is_utf16 ? at : next_document(xml, at);
    if (begin == xml.size()) return add_outside(parts, at, begin);
    const auto texts = scan_xml_at(xml, begin, parts.stop());
    if (at == 0 && !texts.ok() && may_be_page(xml.substr(begin))) return read_html(parts);
    if (!texts.ok()) return texts.error();
    REDACT_TRY(add_outside(parts, at, begin));
    REDACT_TRY(read_texts(parts, *texts, number++));
    at = texts->end;
  } while (at < xml.size());
  return {};
}

}  // namespace redact
