// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>

#include "redactor/formats/builtin_fields.h"
#include "redactor/formats/fhir_values.h"
#include "redactor/formats/field_path.h"
#include "redactor/formats/readers.h"
#include "redactor/structured/xml_scan.h"

namespace redact {

namespace {

constexpr std::string_view kCda = "urn:hl7-org:v3", kFhir = "http://hl7.org/fhir";
constexpr std::string_view kAbsentReason =
    "http://hl7.org/fhir/StructureDefinition/data-absent-reason";
constexpr std::string_view kXhtml = "http://www.w3.org/1999/xhtml";

std::string_view value_of(std::string_view xml, const TextSegment& segment) {
  return xml.substr(segment.begin, segment.end - segment.begin);
}

// The element that a text or an attribute belongs to.
uint32_t element_of(const Places& places, uint32_t place) {
  while (place != Places::kRoot && places[place].step != PlaceStep::kElement) {
    place = places[place].parent;
  }
  return place;
}

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }

// FHIR: the value of an element is its attribute "value"; resources have names in capitals.
class FhirReader {
 public:
  FhirReader(std::string_view xml, const XmlTexts& texts)
      : xml_(xml), texts_(texts), path_(texts.places) {
    const Places& places = texts.places;
    for (const TextSegment& segment : texts.segments) {
      if (!is_value(segment)) continue;
      const uint32_t element = element_of(places, segment.place);
      values_.add(places[element].parent, places[element].name,
                  std::string(value_of(xml, segment)));
    }
    for (uint32_t place = 1; place < places.size(); ++place) {
      const Places::Place& p = places[place];
      if (p.step == PlaceStep::kElement && p.space == kFhir && is_upper(p.name[0])) {
        path_.set_root(place, p.name);
      }
    }
  }

  Field field_of(const TextSegment& segment) {
    const Places& places = texts_.places;
    const uint32_t element = element_of(places, segment.place);
    const bool is_attribute = segment.kind == SegmentKind::kAttribute;
    // The narrative is XHTML.
    if (places[element].space == kXhtml) {
      return is_attribute && !is_text_attribute(places[segment.place].name)
                 ? Field{Field::Use::kKeep}
                 : Field{};
    }
    if (!is_value(segment)) {
      // Attributes of FHIR's elements are ids for links within the document, and URLs of
      // extensions.
      return is_attribute ? Field{Field::Use::kKeep} : Field{};
    }
    const Field* known = fhir_fields().find(path_.of(element), [&](std::string_view name) {
      return values_.find(places[element].parent, name);
    });
    const bool is_date_field =
        known != nullptr && known->use == Field::Use::kHide && known->label == Label::kDate;
    if ((known == nullptr || is_date_field) && is_fhir_date(value_of(xml_, segment))) {
      return {Field::Use::kHide, Label::kDate, Field::Holds::kFhirDate};
    }
    return known != nullptr ? *known : Field{};
  }

 private:
  bool is_value(const TextSegment& segment) const {
    const Places::Place& place = texts_.places[segment.place];
    return segment.kind == SegmentKind::kAttribute && place.name == "value" &&
           texts_.places[element_of(texts_.places, segment.place)].space == kFhir;
  }
  static bool is_text_attribute(std::string_view name) {
    return name == "title" || name == "alt" || name == "href" || name == "src" ||
           name == "summary" || name == "abbr";
  }

  std::string_view xml_;
  const XmlTexts& texts_;
  FieldPath path_;
  NearbyValues values_;
};

// CDA by elements and attributes.
class CdaReader {
 public:
  CdaReader(std::string_view xml, const XmlTexts& texts) : texts_(texts), path_(texts.places) {
    const Places& places = texts.places;
    for (const TextSegment& segment : texts.segments) {
      if (segment.kind != SegmentKind::kAttribute) continue;
      const Places::Place& place = places[segment.place];
      values_.add(place.parent, "@" + place.name, std::string(value_of(xml, segment)));
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

// The attribute `value` of FHIR and what is written in its place if the value is hidden: nothing if
// its element has children, else a child that says so. nullopt for another way of writing it.
struct Replaced {
  size_t begin, end;
  std::string mask;
};
std::optional<Replaced> value_attribute(std::string_view xml, const TextSegment& segment) {
  const size_t begin = xml.rfind(" value=", segment.begin);
  const size_t tag = xml.rfind('<', segment.begin);
  const size_t end = segment.end + 1;
  if (begin == xml.npos || tag == xml.npos || begin < tag || begin + 8 != segment.begin) {
    return std::nullopt;
  }
  if (xml.substr(end, 1) == ">") return Replaced{begin, end, {}};
  const size_t close = xml.find_first_not_of(" \t\r\n", end);
  if (close == xml.npos || xml.substr(close, 2) != "/>") return std::nullopt;
  const std::string_view name = xml.substr(tag + 1, xml.find_first_of(" \t\r\n", tag) - tag - 1);
  const size_t colon = name.find(':');
  const std::string prefix(colon == name.npos ? "" : name.substr(0, colon + 1));
  return Replaced{begin, close + 2,
                  "><" + prefix + "extension url=\"" + std::string(kAbsentReason) + "\"><" +
                      prefix + "valueCode value=\"masked\"/></" + prefix + "extension></" +
                      std::string(name) + ">"};
}

template <typename Reader>
Result<void> add_all(PartList& parts, const XmlTexts& texts, Reader reader) {
  for (const TextSegment& segment : texts.segments) {
    if (segment.kind == SegmentKind::kNamespace) continue;
    const bool is_field =
        segment.kind == SegmentKind::kText || segment.kind == SegmentKind::kAttribute;
    const Field field = is_field ? reader.field_of(segment) : Field{};
    const auto replaced = field.holds == Field::Holds::kFhirDate
                              ? value_attribute(parts.bytes(), segment)
                              : std::nullopt;
    if (replaced) {
      REDACT_TRY(parts.add_date(segment, replaced->begin, replaced->end, replaced->mask));
    } else {
      REDACT_TRY(parts.add(segment, {field.use, field.label}));
    }
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

Result<void> read_xml(PartList& parts) {
  REDACT_ASSIGN(const XmlTexts texts, scan_xml(parts.bytes()));
  if (has_space(texts.places, kFhir)) {
    return add_all(parts, texts, FhirReader(parts.bytes(), texts));
  }
  if (has_space(texts.places, kCda)) {
    return add_all(parts, texts, CdaReader(parts.bytes(), texts));
  }
  return add_all(parts, texts, PlainReader());
}

}  // namespace redact
