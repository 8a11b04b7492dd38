// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>

#include "base/ascii.h"
#include "documents/formats/builtin_fields.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/field_path.h"
#include "documents/formats/observations.h"
#include "documents/formats/readers.h"

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
      std::string value(bytes_of(xml, segment));
      const uint32_t around = places[place.parent].parent;
      if (places[place.parent].name == "code") observations_.add(around, value);
      if (places[place.parent].name == "value" && place.name == "unit") {
        observations_.add_unit(around, value);
      }
      values_.add(place.parent, "@" + place.name, std::move(value));
    }
  }

  Field field_of(const TextSegment& segment) {
    const uint32_t element = element_of(texts_.places, segment.place);
    const auto beside = [&](std::string_view name) { return values_.find(element, name); };
    const Field* known = cda_fields().find(path_.of(segment.place), beside);
    if (const auto observed = observed_value(segment, element, known)) return *observed;
    if (known == nullptr) return {};
    // An object identifier without an extension is the whole id; else it says who issued it.
    const bool is_whole = known->use == Field::Use::kId && beside("@extension").empty();
    if (known->use == Field::Use::kId && !is_whole && !is_uuid(beside("@root"))) {
      return {.use = Field::Use::kStandard};
    }
    return *known;
  }

 private:
  // What an observation identifies, at its value: the text or the attribute "value" of the element.
  std::optional<Field> observed_value(const TextSegment& segment, uint32_t element,
                                      const Field* known) const {
    const Places& places = texts_.places;
    const bool is_attribute = segment.kind == SegmentKind::kAttribute;
    if (places[element].name != "value" ||
        (is_attribute && places[segment.place].name != "value")) {
      return std::nullopt;
    }
    if (known != nullptr && known->use != Field::Use::kKeep && known->use != Field::Use::kMeasure &&
        known->use != Field::Use::kRead) {
      return std::nullopt;
    }
    const auto label = observations_.of(places[element].parent);
    if (!label) return std::nullopt;
    return Field{Field::Use::kHide, *label, Field::Holds::kNumber};
  }

  const XmlTexts& texts_;
  FieldPath path_;
  NearbyValues values_;
  ObservedLabels observations_;
};

template <typename Reader>
Result<void> add_all(PartList& parts, const XmlTexts& texts, Reader reader) {
  for (const TextSegment& segment : texts.segments) {
    if (segment.kind == SegmentKind::kNamespace) continue;
    const bool is_field =
        segment.kind == SegmentKind::kText || segment.kind == SegmentKind::kAttribute;
    const Field field = is_field ? reader.field_of(segment) : Field{};
    REDACT_TRY(parts.add(segment, field));
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
  if (has_space(texts.places, kCda)) {
    return add_all(parts, texts, CdaReader(parts.bytes(), texts));
  }
  return add_all(parts, texts, PlainReader());
}

}  // namespace redact
