// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <deque>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "documents/formats/beginnings.h"
#include "documents/formats/caption.h"
#include "documents/formats/fhir_fields.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/field_path.h"
#include "documents/formats/json_members.h"
#include "documents/formats/key_captions.h"
#include "documents/formats/readers.h"
#include "documents/formats/removals.h"
#include "documents/structured/json_scan.h"

namespace redact {

namespace {

constexpr std::string_view kResourceType = "resourceType";

// The place that names a value: items of an array have the name of the array.
uint32_t named_place(const Places& places, uint32_t place) {
  return places.innermost(place, [&](uint32_t at) { return places[at].step != PlaceStep::kItem; });
}

// The object that a value is in, across arrays.
uint32_t object_of(const Places& places, uint32_t place) {
  return places[named_place(places, place)].parent;
}

bool is_fhir(const JsonTexts& texts) {
  return std::ranges::any_of(texts.segments, [&](const TextSegment& segment) {
    return segment.kind == SegmentKind::kString &&
           texts.places[segment.place].name == kResourceType;
  });
}

class FhirJsonReader {
 public:
  FhirJsonReader(std::string_view json, const JsonTexts& texts, const FhirFields& fields)
      : json_(json),
        texts_(texts),
        fields_(fields),
        path_(texts.places),
        members_(texts),
        observations_(texts.places) {}

  Result<void> read(PartList& parts) {
    REDACT_TRY(read_values(parts));
    std::vector<FhirFields::Judgement> judgements;
    for (size_t i = 0; i < texts_.segments.size(); ++i) judgements.push_back(judge(i));
    FhirFields::mark_births(judgements, values_);
    if (fields_.has_rules()) REDACT_TRY(remove(parts, judgements));
    for (size_t i = 0; i < texts_.segments.size(); ++i) {
      const TextSegment& segment = texts_.segments[i];
      if (judgements[i].named) REDACT_TRY(parts.add_named(segment, *judgements[i].named));
      if (parts.meets_removed(segment.begin, segment.end)) continue;
      if (segment.kind != SegmentKind::kKey) {
        REDACT_TRY(add(parts, segment, judgements[i]));
      } else if (!is_standard(segment)) {
        REDACT_TRY(parts.add(segment, {.use = Field::Use::kName}));
      }
    }
    return {};
  }

 private:
  // Decodes the values, and looks at those that say something about others.
  Result<void> read_values(PartList& parts) {
    for (const TextSegment& segment : texts_.segments) {
      std::string_view value = bytes_of(json_, segment);
      if (value.find('\\') != value.npos) {
        REDACT_ASSIGN(std::string text, parts.text_of(segment));
        value = decoded_.emplace_back(std::move(text));
      }
      values_.push_back(value);
      const Places::Place& place = texts_.places[segment.place];
      if (segment.kind != SegmentKind::kString || place.step != PlaceStep::kKey) continue;
      observations_.add(segment.place, value);
      if (fields_.looks_at(place.name)) nearby_.add(place.parent, place.name, std::string(value));
      if (place.name == kResourceType) path_.set_root(place.parent, std::string(value));
    }
    return {};
  }

  // Of the segment with this index.
  FhirFields::Judgement judge(size_t i) {
    const TextSegment& segment = texts_.segments[i];
    const FhirFields::Judgement stays{.field = {.use = Field::Use::kStandard}};
    if (segment.kind == SegmentKind::kKey) return stays;
    const std::string_view value = values_[i];
    const bool is_text = segment.kind == SegmentKind::kString;
    if (is_text && value == kMasked) return stays;
    const std::span<const std::string_view> names = path_.of(segment.place);
    if (!names.empty() && names.back() == kResourceType) return stays;
    if (is_url(segment)) return stays;
    auto judgement = fields_.judge(
        names, elements_.of(names), value,
        [&](std::string_view name) {
          return nearby_.find(object_of(texts_.places, segment.place), name);
        },
        [&](size_t index, std::string_view name) {
          return nearby_.find(path_.value_at(index), name);
        },
        observations_.of(segment.place, value));
    const bool goes = judgement.field.use == Field::Use::kRemove;
    // A number where the standard has a text identifies as the text would.
    const bool is_number = segment.kind == SegmentKind::kNumber;
    const Field::Use use = judgement.field.use;
    if (is_number && (use == Field::Use::kId || use == Field::Use::kReference)) {
      judgement.field = {Field::Use::kHide, Label::kId};
    }
    if (is_number && use == Field::Use::kRead && is_date(names)) {
      judgement.field = {Field::Use::kHide, Label::kDate};
    }
    if (is_number && judgement.field.use == Field::Use::kHide) {
      judgement.is_typed = true;
      judgement.field.holds = Field::Holds::kNumber;
    }
    // Numbers and literals are not text, and null is not replaced.
    const bool is_known = judgement.by_rule ? value != "null" || goes : judgement.is_typed;
    if (!is_text && !is_known) {
      return {.field = {.use = Field::Use::kMeasure, .holds = Field::Holds::kNumber},
              .is_typed = !judgement.by_rule && is_long_number(value)};
    }
    judgement.field.name = observations_.name_of(segment.place, value);
    return judgement;
  }

  // Whether FHIR has a date at a path.
  bool is_date(std::span<const std::string_view> path) {
    return !path.empty() &&
           share_fhir_type(elements_.of(path).back().type, "date|dateTime|instant");
  }

  // Whether FHIR defines a key.
  bool is_standard(const TextSegment& key) {
    const std::span<const std::string_view> path = path_.of(key.place);
    return path.empty() || path.back() == kResourceType || !elements_.of(path).back().type.empty();
  }

  // Whether a value is the URL of an extension, which is removed only with the extension.
  bool is_url(const TextSegment& segment) {
    const std::span<const std::string_view> names = path_.of(segment.place);
    return names.size() > 1 && names.back() == "url" && is_fhir_extension(names[names.size() - 2]);
  }

  // Removes members, and items of arrays, with all their values.
  Result<void> remove(PartList& parts, const std::vector<FhirFields::Judgement>& judgements) {
    Removals removals(texts_.places);
    for (size_t i = 0; i < texts_.segments.size(); ++i) {
      if (texts_.segments[i].kind == SegmentKind::kKey || is_url(texts_.segments[i])) continue;
      removals.add(texts_.segments[i].place, judgements[i].field.use == Field::Use::kRemove);
    }
    for (const auto& [begin, end, mask] : members_.remove(removals.gone(), path_)) {
      REDACT_TRY(parts.remove_element({.begin = begin, .end = end, .codings = {}}, false, mask));
    }
    return {};
  }

  Result<void> add(PartList& parts, const TextSegment& segment,
                   const FhirFields::Judgement& judgement) {
    if (judgement.is_typed) {
      const auto member = members_.mask_value(segment.place, path_.of(segment.place));
      // The comma behind it may go with the next member.
      if (member && !parts.meets_removed(segment.begin, member->end)) {
        return parts.add_typed(segment, judgement.field, *member);
      }
    }
    return parts.add(segment, judgement.field);
  }

  std::string_view json_;
  const JsonTexts& texts_;
  const FhirFields& fields_;
  std::vector<std::string_view> values_;  // of the segments; json_ or decoded_ has the bytes
  std::deque<std::string> decoded_;
  FieldPath path_;
  FhirElements elements_;
  JsonMembers members_;
  FhirObservations observations_;
  NearbyValues nearby_;
};

// The field that the key of a value names, alone or behind that of the object around it.
const Field* named_field(const Places& places, uint32_t value) {
  const uint32_t place = named_place(places, value);
  const uint32_t object = named_place(places, object_of(places, place));
  return field_of_key(places[place].name, places[object].name);
}

// A number that is hidden if it is a time or the field that its key names is, and otherwise stays
// unless a string with the same digits is hidden.
Result<void> add_number(PartList& parts, const Places& places, const TextSegment& segment) {
  const std::string_view number = bytes_of(parts.bytes(), segment);
  const Field* named = named_field(places, segment.place);
  const bool is_named = named != nullptr && is_value_of(named->label, number);
  const std::string_view key = places[named_place(places, segment.place)].name;
  if (!is_named && !is_unix_time(key, number)) return parts.add_number(segment, number);
  Field field = is_named ? *named : Field{.use = Field::Use::kHide, .label = Label::kDate};
  field.holds = Field::Holds::kNumber;
  return parts.add_typed(segment, field, {segment.begin, segment.end, "null"});
}

// FHIR by its table; of any other JSON, each string is a text unless its key says more. `number`:
// of the text in its file.
Result<void> read_one(PartList& parts, const JsonTexts& texts, const FhirFields& fields,
                      size_t number) {
  if (is_fhir(texts)) return FhirJsonReader(parts.bytes(), texts, fields).read(parts);
  for (const TextSegment& segment : texts.segments) {
    if (segment.kind == SegmentKind::kString) {
      const Field* named = named_field(texts.places, segment.place);
      const Field text{.name = texts.places[named_place(texts.places, segment.place)].name};
      REDACT_TRY(add_named_value(parts, segment, named, text, number));
    }
    if (segment.kind == SegmentKind::kKey) {
      REDACT_TRY(parts.add(segment, {.use = Field::Use::kName}));
    }
    if (segment.kind == SegmentKind::kNumber) {
      REDACT_TRY(add_number(parts, texts.places, segment));
    }
  }
  return {};
}

constexpr std::string_view kRecordSpace = " \t\r\n\x1e";  // RS begins a record (RFC 7464)

}  // namespace

// One text after another, as in lines of FHIR. If the file begins with other text, such text may
// also stand between and behind its resources.
Result<void> read_json(PartList& parts) {
  const std::string_view json = parts.bytes();
  const FhirFields fields(parts.rules());
  const JsonParts wanted{
      .keys = true, .numbers = true, .literals = fields.has_rules(), .extents = true};
  size_t at = after_space_and_marks(json, 0, kRecordSpace), number = 0;
  const bool has_other_text =
      !begins_json(json.substr(at)) && find_fhir_json(json, at) != json.npos;
  do {
    const bool begins_here = !has_other_text || begins_json(json.substr(at));
    const size_t begin = begins_here ? at : std::min(find_fhir_json(json, at), json.size());
    if (at < begin) {
      REDACT_TRY(parts.add_content({.begin = at, .end = begin, .codings = {}}, true));
      if (begin == json.size()) return {};
    }
    REDACT_ASSIGN(const JsonTexts texts,
                  scan_json(json, wanted, parts.stop(), {.begin = begin, .is_last = false}));
    REDACT_TRY(read_one(parts, texts, fields, number++));
    at = after_space_and_marks(json, texts.end, kRecordSpace);
    if (!has_other_text && at < json.size() && json[at] != '{' && json[at] != '[') {
      return error_at(at, "not JSON");
    }
  } while (at < json.size());
  return {};
}

}  // namespace redact
