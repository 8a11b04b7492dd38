// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "documents/formats/fhir_fields.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/field_path.h"
#include "documents/formats/readers.h"
#include "documents/formats/removals.h"
#include "documents/formats/table_captions.h"

namespace redact {

namespace {

constexpr std::string_view kXhtml = "http://www.w3.org/1999/xhtml";
constexpr std::string_view kXmlSpace = " \t\r\n";

bool is_text_attribute(std::string_view name) {
  return name == "title" || name == "alt" || name == "href" || name == "src" || name == "summary" ||
         name == "abbr";
}

// A child that marks the value of its element as hidden, and the end tag of an element.
std::string mask_and_end(std::string_view name) {
  const size_t colon = name.find(':');
  const std::string prefix(colon == name.npos ? "" : name.substr(0, colon + 1));
  return "><" + prefix + "extension url=\"" + std::string(kAbsentReason) + "\"><" + prefix +
         "valueCode value=\"masked\"/></" + prefix + "extension></" + std::string(name) + ">";
}

// The name in the start tag at the beginning of an element.
std::string_view name_of(std::string_view element) {
  return element.substr(1, element.find_first_of(" \t\r\n/>") - 1);
}

// The attribute `value` of FHIR and its replacement if the value is hidden: nothing if its element
// has children, else a child with the extension. nullopt if it is written in another way.
std::optional<Edit> value_attribute(std::string_view xml, const TextSegment& segment) {
  const size_t begin = xml.rfind(" value=", segment.begin);
  const size_t tag = xml.rfind('<', segment.begin);
  const size_t end = segment.end + 1;
  if (begin == xml.npos || tag == xml.npos || begin < tag || begin + 8 != segment.begin) {
    return std::nullopt;
  }
  if (xml.substr(end, 1) == ">") return Edit{begin, end, {}};
  const size_t close = xml.find_first_not_of(kXmlSpace, end);
  if (close == xml.npos || xml.substr(close, 2) != "/>") return std::nullopt;
  return Edit{begin, close + 2, mask_and_end(name_of(xml.substr(tag)))};
}

// The value of an element is its attribute "value"; resources have names in capitals.
class FhirXmlReader {
 public:
  FhirXmlReader(std::string_view xml, const XmlTexts& texts, const FhirFields& fields)
      : xml_(xml),
        texts_(texts),
        places_(texts.places),
        fields_(fields),
        path_(texts.places),
        observations_(texts.places) {
    for (const TextSegment& segment : texts.segments) {
      const bool is_url = segment.kind == SegmentKind::kAttribute &&
                          places_[segment.place].name == "url" && fields.looks_at("url");
      const uint32_t element = places_.enclosing(segment.place, PlaceStep::kElement);
      if (is_value(segment)) observations_.add(element, value_of(segment));
      if (segment.kind == SegmentKind::kAttribute) {
        observations_.add_url(segment.place, bytes_of(xml_, segment));
      }
      if (is_url) {
        values_.add(element, "url", value_of(segment));
      } else if (is_value(segment) && fields.looks_at(places_[element].name)) {
        values_.add(places_[element].parent, places_[element].name, value_of(segment));
      }
    }
    for (uint32_t place = 1; place < places_.size(); ++place) {
      if (is_resource(place)) path_.set_root(place, places_[place].name);
    }
  }

  Result<void> read(PartList& parts) {
    std::vector<FhirFields::Judgement> judgements;
    std::vector<std::string_view> values;
    for (const TextSegment& segment : texts_.segments) {
      judgements.push_back(judge(segment));
      values.push_back(bytes_of(xml_, segment));
    }
    FhirFields::mark_births(judgements, values);
    REDACT_ASSIGN(TableCaptions captions, TableCaptions::read(parts, texts_.segments, places_));
    if (fields_.has_rules()) REDACT_TRY(remove_elements(parts, judgements));
    for (size_t i = 0; i < texts_.segments.size(); ++i) {
      const TextSegment& segment = texts_.segments[i];
      if (segment.kind == SegmentKind::kNamespace) continue;
      if (segment.kind == SegmentKind::kText) {
        judgements[i].field.name = captions.over(segment.place);
      }
      if (judgements[i].named) REDACT_TRY(parts.add_named(segment, *judgements[i].named));
      if (parts.meets_removed(segment.begin, segment.end)) continue;
      REDACT_TRY(add(parts, segment, judgements[i]));
    }
    return {};
  }

 private:
  using Use = Field::Use;

  FhirFields::Judgement judge(const TextSegment& segment) {
    const bool is_attribute = segment.kind == SegmentKind::kAttribute;
    if (!is_attribute && segment.kind != SegmentKind::kText) return {};
    const uint32_t element = places_.enclosing(segment.place, PlaceStep::kElement);
    const std::string& name = places_[segment.place].name;
    // The narrative is XHTML.
    if (places_[element].space == kXhtml) {
      const bool is_image = is_attribute && name == "src" && xml_[segment.begin] == '#';
      const bool is_link = is_attribute && refers_to_resource(bytes_of(xml_, segment));
      if ((is_image || is_link) && !fields_.has_rules()) return {.field = {.use = Use::kReference}};
      const bool is_anchor =
          is_attribute && (name == "id" || name == "name" || xml_[segment.begin] == '#');
      if (is_anchor && !fields_.has_rules()) {
        return {.field = {.use = Use::kName, .holds = Field::Holds::kAnchor}};
      }
      const bool stays = is_attribute && !is_text_attribute(name);
      return by_rules(segment, path_.of(element))
          .value_or(FhirFields::Judgement{.field = {.use = stays ? Use::kKeep : Use::kRead}});
    }
    const std::span<const std::string_view> path = path_.of(element);
    if (is_value(segment)) {
      const std::string value = value_of(segment);
      auto judgement = ask(path, value, places_[element].parent, observations_.of(element, value));
      judgement.field.name = observations_.name_of(element, value);
      return judgement;
    }
    // Other attributes are ids for links within the document, and URLs of extensions. They are
    // removed only with their element.
    if (is_attribute && name == "id" && !fields_.has_rules()) {
      return {.field = {.use = Use::kName, .holds = Field::Holds::kAnchor}};
    }
    if (is_attribute) return {.field = {.use = name == "url" ? Use::kStandard : Use::kKeep}};
    return by_rules(segment, path).value_or(FhirFields::Judgement{});
  }

  // A rule's decision about text that is not a value of FHIR: it is removed or kept.
  std::optional<FhirFields::Judgement> by_rules(const TextSegment& segment,
                                                std::span<const std::string_view> path) {
    if (!fields_.has_rules()) return std::nullopt;
    FhirFields::Judgement judgement = ask(path, value_of(segment), 0);
    const Use use = judgement.field.use;
    if (!judgement.by_rule || use == Use::kRead || use == Use::kMarkup) return std::nullopt;
    const bool stays = use == Use::kMeasure || use == Use::kStandard;
    judgement.field = {.use = stays ? use : Use::kRemove};
    return judgement;
  }

  FhirFields::Judgement ask(std::span<const std::string_view> path, const std::string& value,
                            uint32_t around, std::optional<Field> observed = {}) {
    return fields_.judge(
        path, elements_.of(path), value,
        [&](std::string_view name) { return values_.find(around, name); },
        [&](size_t index, std::string_view name) {
          return values_.find(path_.value_at(index), name);
        },
        observed);
  }

  // Removes the elements whose values are all removed.
  Result<void> remove_elements(PartList& parts,
                               const std::vector<FhirFields::Judgement>& judgements) {
    Removals removals(places_);
    for (size_t i = 0; i < texts_.segments.size(); ++i) {
      const TextSegment& segment = texts_.segments[i];
      const bool is_xhtml =
          segment.kind == SegmentKind::kAttribute &&
          places_[places_.enclosing(segment.place, PlaceStep::kElement)].space == kXhtml;
      if (segment.kind != SegmentKind::kText && !is_value(segment) && !is_xhtml) continue;
      removals.add(segment.place, judgements[i].field.use == Use::kRemove);
    }
    for (uint32_t place = 1; place < places_.size(); ++place) {
      if (is_resource(place)) removals.add(place, false);
    }
    const std::vector<bool> gone = removals.gone();
    for (const TextSegment& element : texts_.elements) {
      const bool is_outermost = gone[element.place] && !gone[places_[element.place].parent];
      if (is_outermost) REDACT_TRY(remove(parts, element));
    }
    return {};
  }

  // Removes an element; a required one is marked as hidden.
  Result<void> remove(PartList& parts, const TextSegment& element) {
    const bool is_required = elements_.of(path_.of(element.place)).back().required;
    if (!is_required || places_[element.place].space == kXhtml) {
      return parts.remove_element(with_space_before(element));
    }
    REDACT_ASSIGN(const SegmentText text, SegmentText::read(xml_, element));
    const std::string_view name = name_of(text.text());
    return parts.remove_element(element, false, "<" + std::string(name) + mask_and_end(name));
  }

  // An element with the white space that divides it from the tag before.
  TextSegment with_space_before(TextSegment element) const {
    const size_t before = xml_.find_last_not_of(kXmlSpace, element.begin - 1);
    const bool is_tag = before != xml_.npos && before < element.begin && xml_[before] == '>';
    if (element.codings.empty() && is_tag) element.begin = before + 1;
    return element;
  }

  Result<void> add(PartList& parts, const TextSegment& segment,
                   const FhirFields::Judgement& judgement) const {
    const bool goes = judgement.field.use == Use::kRemove;
    const auto attribute = (goes && is_value(segment)) || judgement.is_typed
                               ? value_attribute(xml_, segment)
                               : std::nullopt;
    if (attribute && goes) {
      return parts.remove({.begin = attribute->begin, .end = attribute->end, .codings = {}},
                          attribute->text);
    }
    if (attribute) {
      return parts.add_typed(segment, judgement.field, *attribute);
    }
    Field field = judgement.field;
    const bool needs_mask =
        field.holds == Field::Holds::kFhirDate || field.holds == Field::Holds::kNumber;
    if (needs_mask) field.holds = Field::Holds::kAnything;
    return parts.add(segment, field);
  }

  bool is_value(const TextSegment& segment) const {
    return segment.kind == SegmentKind::kAttribute && places_[segment.place].name == "value" &&
           places_[places_.enclosing(segment.place, PlaceStep::kElement)].space == kFhirSpace;
  }
  bool is_resource(uint32_t place) const {
    const Places::Place& p = places_[place];
    return p.step == PlaceStep::kElement && p.space == kFhirSpace && is_upper(p.name[0]);
  }
  // The value as written, in UTF-8.
  std::string value_of(const TextSegment& segment) const {
    const bool is_coded = segment.codings.size() > 1 && fields_.has_rules();
    if (is_coded || bytes_of(xml_, segment).find('&') != std::string_view::npos) {
      const auto read = SegmentText::read(xml_, segment);
      if (read.ok()) return read->text();
    }
    return std::string(bytes_of(xml_, segment));
  }

  std::string_view xml_;
  const XmlTexts& texts_;
  const Places& places_;
  const FhirFields& fields_;
  FieldPath path_;
  FhirElements elements_;
  FhirObservations observations_;
  NearbyValues values_;
};

}  // namespace

Result<void> read_fhir_xml(PartList& parts, const XmlTexts& texts) {
  const FhirFields fields(parts.rules());
  return FhirXmlReader(parts.bytes(), texts, fields).read(parts);
}

}  // namespace redact
