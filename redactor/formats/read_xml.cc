// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "redactor/formats/builtin_fields.h"
#include "redactor/formats/field_path.h"
#include "redactor/formats/readers.h"

namespace redact {

namespace {

constexpr std::string_view kCda = "urn:hl7-org:v3";

// CDA by elements and attributes.
class CdaReader {
 public:
  CdaReader(std::string_view xml, const XmlTexts& texts) : texts_(texts), path_(texts.places) {
    const Places& places = texts.places;
    for (const TextSegment& segment : texts.segments) {
      if (segment.kind != SegmentKind::kAttribute) continue;
      const Places::Place& place = places[segment.place];
      values_.add(place.parent, "@" + place.name, std::string(bytes_of(xml, segment)));
    }
  }

  Field field_of(const TextSegment& segment) {
    const uint32_t element = element_of(texts_.places, segment.place);
    const Field* known = cda_fields().find(path_.of(segment.place), [&](std::string_view name) {
      return values_.find(element, name);
    });
    return known != nullptr ? *known : Field{};
  }

 private:
  const XmlTexts& texts_;
  FieldPath path_;
  NearbyValues values_;
};

template <typename Reader>
Result<void> add_all(PartList& parts, const XmlTexts& texts, Reader reader) {
  for (const TextSegment& segment : texts.segments) {
    if (segment.kind == SegmentKind::kNamespace) continue;
    const bool is_field =
        segment.kind == SegmentKind::kText || segment.kind == SegmentKind::kAttribute;
    const Field field = is_field ? reader.field_of(segment) : Field{};
    REDACT_TRY(parts.add(segment, {field.use, field.label}));
  }
  return {};
}

// Of any other XML, each text and each attribute is a text.
struct PlainReader {
  static Field field_of(const TextSegment&) { return {}; }
};

// Whether a document has an element in a namespace.
bool has_space(const Places& places, std::string_view space) {
  for (uint32_t place = 1; place < places.size(); ++place) {
    if (places[place].space == space) return true;
  }
  return false;
}

}  // namespace

uint32_t element_of(const Places& places, uint32_t place) {
  while (place != Places::kRoot && places[place].step != PlaceStep::kElement) {
    place = places[place].parent;
  }
  return place;
}

Result<void> read_xml(PartList& parts) {
  REDACT_ASSIGN(const XmlTexts texts, scan_xml(parts.bytes(), parts.stop()));
  if (has_space(texts.places, kFhirSpace)) return read_fhir_xml(parts, texts);
  if (has_space(texts.places, kCda)) {
    return add_all(parts, texts, CdaReader(parts.bytes(), texts));
  }
  return add_all(parts, texts, PlainReader());
}

}  // namespace redact
