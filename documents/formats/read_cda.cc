// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "documents/formats/builtin_fields.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/field_path.h"
#include "documents/formats/hl7_fields.h"
#include "documents/formats/observations.h"
#include "documents/formats/readers.h"
#include "documents/formats/table_captions.h"

namespace redact {

namespace {

// The scheme of a telecom gives its label.
Label label_of_telecom(std::string_view uri) {
  if (uri.find('@') != uri.npos) return Label::kEmail;
  if (uri.find("://") != uri.npos) return Label::kUrl;
  const bool is_fax = starts_with_any_case(uri, "fax:") || starts_with_any_case(uri, "x-text-fax:");
  return is_fax ? Label::kFax : Label::kPhone;
}

// Reads CDA by elements and attributes.
class CdaReader {
 public:
  CdaReader(std::string_view xml, const XmlTexts& texts)
      : xml_(xml), texts_(texts), places_(texts.places), path_(texts.places) {
    for (const TextSegment& segment : texts.segments) {
      if (segment.kind == SegmentKind::kText) add_original(segment);
      if (segment.kind != SegmentKind::kAttribute) continue;
      const Places::Place& place = places_[segment.place];
      std::string value(bytes_of(xml, segment));
      const uint32_t code = around(place.parent, "code");
      if (code != Places::kRoot && place.name != "codeSystem") {
        observations_.add(places_[code].parent, value);
      }
      const uint32_t observed = around(place.parent, "value");
      if (observed != Places::kRoot && place.name == "unit") {
        observations_.add_unit(places_[observed].parent, value);
      }
      values_.add(place.parent, "@" + place.name, std::move(value));
    }
  }

  Result<void> read(PartList& parts) {
    REDACT_ASSIGN(TableCaptions captions, TableCaptions::read(parts, texts_.segments, places_));
    for (const TextSegment& segment : texts_.segments) {
      if (segment.kind == SegmentKind::kNamespace) continue;
      const bool is_field =
          segment.kind == SegmentKind::kText || segment.kind == SegmentKind::kAttribute;
      Field field = is_field ? field_of(segment) : Field{};
      if (segment.kind == SegmentKind::kText) field.name = captions.over(segment.place);
      const bool is_number =
          field.use == Field::Use::kMeasure && is_long_number(bytes_of(xml_, segment));
      if (is_number) field.holds = Field::Holds::kNumber;
      if (field.use == Field::Use::kStandard) field.holds = Field::Holds::kCode;
      const bool is_hidden = field.use == Field::Use::kHide &&
                             (field.label == Label::kDate || field.label == Label::kAge ||
                              read_number(bytes_of(xml_, segment)));
      const bool is_typed = is_value(segment) && (is_hidden || is_number);
      if (is_typed && is_hidden && field.label == Label::kDate)
        field.holds = Field::Holds::kHl7Date;
      const auto attribute = is_typed ? attribute_of(segment) : std::nullopt;
      REDACT_TRY(attribute ? parts.add_typed(segment, field, *attribute)
                           : parts.add(segment, field));
    }
    return {};
  }

 private:
  // The innermost element of this name around an element, or itself; the root if none is near. The
  // parts of a code or a value are limits, translations and those of limits.
  uint32_t around(uint32_t element, std::string_view name) const {
    constexpr int kDeepest = 2;
    for (int depth = 0; depth < kDeepest && places_[element].name != name; ++depth) {
      element = places_[element].parent;
    }
    return places_[element].name == name ? element : Places::kRoot;
  }

  // The original text of a code names the observation, too.
  void add_original(const TextSegment& segment) {
    const uint32_t element = places_.enclosing(segment.place, PlaceStep::kElement);
    const uint32_t code = around(element, "code");
    if (code == Places::kRoot || places_[element].name != "originalText") return;
    observations_.add(places_[code].parent, bytes_of(xml_, segment));
  }

  bool is_value(const TextSegment& segment) const {
    return segment.kind == SegmentKind::kAttribute && places_[segment.place].name == "value";
  }

  // Whether an attribute names a place of the document, or refers to one.
  bool names_place(const TextSegment& segment) const {
    if (segment.kind != SegmentKind::kAttribute) return false;
    const std::string& name = places_[segment.place].name;
    return name == "ID" || name == "referencedObject" || xml_[segment.begin] == '#';
  }

  Field field_of(const TextSegment& segment) {
    const uint32_t element = places_.enclosing(segment.place, PlaceStep::kElement);
    if (names_place(segment)) {
      return {.use = Field::Use::kName, .holds = Field::Holds::kAnchor};
    }
    const auto beside = [&](std::string_view name) { return values_.find(element, name); };
    const Field* known = cda_fields().find(path_.of(segment.place), beside);
    Field field = known != nullptr    ? *known
                  : is_value(segment) ? by_type(element, bytes_of(xml_, segment))
                                      : Field{};
    if (known != nullptr && field.label == Label::kPhone) {
      field.label = label_of_telecom(bytes_of(xml_, segment));
    }
    const auto observed = observed_field_of(segment, element);
    if (observed && hide_observed(*observed, true, field)) {
      field.holds = Field::Holds::kNumber;
      return field;
    }
    // An object identifier without an extension is the whole id; else it says who issued it.
    const bool is_whole = field.use == Field::Use::kId && beside("@extension").empty();
    if (field.use == Field::Use::kId && !is_whole && !is_uuid(beside("@root"))) {
      return {.use = Field::Use::kStandard};
    }
    return field;
  }

  // An attribute "value" by the type of its element or, of the limits of an interval, of the
  // element around it. Where neither names its type, by the names of the elements and its own form.
  Field by_type(uint32_t element, std::string_view value) const {
    using Use = Field::Use;
    std::string_view type = values_.find(element, "@type");
    if (type.empty()) type = values_.find(places_[element].parent, "@type");
    if (type == "ST" || type == "ED" || type == "SC") return {};
    const bool is_time =
        type.ends_with("TS") || type == "DATE" || (type.empty() && names_time(element));
    if (is_time && is_hl7_date(value)) return {Use::kHide, Label::kDate};
    if (read_number(value)) return {.use = Use::kMeasure};
    const bool stays = value == "true" || value == "false";
    return {.use = stays ? Use::kStandard : Use::kRead};
  }

  bool names_time(uint32_t element) const {
    for (; element != Places::kRoot; element = places_[element].parent) {
      const std::string& name = places_[element].name;
      if (ends_with_any_case(name, "time") || ends_with_any_case(name, "date")) return true;
      if (name != "low" && name != "high" && name != "center" && name != "phase" &&
          name != "comp") {
        return false;
      }
    }
    return false;
  }

  // The field that an observation's value is: the text or an attribute "value" of the element, or
  // of the limits of an interval and the translations in it.
  std::optional<Field> observed_field_of(const TextSegment& segment, uint32_t element) const {
    const bool is_attribute = segment.kind == SegmentKind::kAttribute;
    const uint32_t observed = around(element, "value");
    if (observed == Places::kRoot || (is_attribute ? !is_value(segment) : observed != element)) {
      return std::nullopt;
    }
    // A range of reference describes nobody.
    if (places_[places_[observed].parent].name == "observationRange") return std::nullopt;
    return observations_.of(places_[observed].parent, bytes_of(xml_, segment));
  }

  // An attribute "value", with its name, and its replacement if no value of its type is possible:
  // the standard's word for a masked one. nullopt if it is written in another way.
  std::optional<Edit> attribute_of(const TextSegment& segment) const {
    constexpr std::string_view kName = "value=";
    const size_t size = kName.size() + 1;  // with the quote
    if (segment.begin <= size || xml_.substr(segment.begin - size, kName.size()) != kName ||
        !is_space(xml_[segment.begin - size - 1])) {
      return std::nullopt;
    }
    const size_t begin = segment.begin - size, end = segment.end + 1;
    const uint32_t element = places_.enclosing(segment.place, PlaceStep::kElement);
    if (values_.find(element, "@nullFlavor").empty()) return Edit{begin, end, "nullFlavor=\"MSK\""};
    return Edit{begin - 1, end, {}};
  }

  std::string_view xml_;
  const XmlTexts& texts_;
  const Places& places_;
  FieldPath path_;
  NearbyValues values_;
  ObservedFields observations_;
};

}  // namespace

Result<void> read_cda(PartList& parts, const XmlTexts& texts) {
  return CdaReader(parts.bytes(), texts).read(parts);
}

}  // namespace redact
