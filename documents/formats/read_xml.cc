// SPDX-License-Identifier: Apache-2.0
#include "base/ascii.h"
#include "documents/formats/readers.h"

namespace redact {

namespace {

// Whether a document has an element in a namespace.
bool has_space(const Places& places, std::string_view space) {
  for (uint32_t place = 1; place < places.size(); ++place) {
    if (places[place].space == space) return true;
  }
  return false;
}

// White space and a second byte order mark before the declaration, which some programs write, are
// no part of the document.
Result<XmlTexts> scan_root(std::string_view xml, StopCheck& stop) {
  size_t begin = 0;
  for (std::string_view rest = xml; begin < xml.size(); rest = xml.substr(begin)) {
    if (rest.starts_with(kByteOrderMark)) {
      begin += kByteOrderMark.size();
    } else if (is_space(rest[0])) {
      ++begin;
    } else {
      break;
    }
  }
  if (!xml.substr(begin).starts_with("<?xml")) begin = 0;
  // The last mark says how the document is written.
  if (xml.substr(0, begin).ends_with(kByteOrderMark)) begin -= kByteOrderMark.size();
  REDACT_ASSIGN(XmlTexts texts, scan_xml(xml.substr(begin), stop));
  for (std::vector<TextSegment>* segments : {&texts.segments, &texts.elements}) {
    for (TextSegment& segment : *segments) {
      segment.begin += begin;
      segment.end += begin;
    }
  }
  return texts;
}

}  // namespace

uint32_t element_of(const Places& places, uint32_t place) {
  while (place != Places::kRoot && places[place].step != PlaceStep::kElement) {
    place = places[place].parent;
  }
  return place;
}

Result<void> read_xml(PartList& parts) {
  REDACT_ASSIGN(const XmlTexts texts, scan_root(parts.bytes(), parts.stop()));
  if (has_space(texts.places, kFhirSpace)) return read_fhir_xml(parts, texts);
  if (has_space(texts.places, kCdaSpace)) return read_cda(parts, texts);
  // In any other XML, each text and each attribute is a text.
  for (const TextSegment& segment : texts.segments) {
    if (segment.kind != SegmentKind::kNamespace) REDACT_TRY(parts.add(segment, Field{}));
  }
  return {};
}

}  // namespace redact
