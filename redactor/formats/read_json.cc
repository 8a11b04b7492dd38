// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

#include "redactor/formats/builtin_fields.h"
#include "redactor/formats/fhir_values.h"
#include "redactor/formats/field_path.h"
#include "redactor/formats/readers.h"
#include "redactor/structured/json_scan.h"

namespace redact {

namespace {

constexpr std::string_view kResourceType = "resourceType";
// FHIR's word for a value that is hidden; where it stands alone, it is this program's.
constexpr std::string_view kMasked = "masked";
const std::string kMaskedJson =
    R"({"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason",)"
    R"("valueCode":"masked"}]})";

std::string_view value_of(std::string_view json, const TextSegment& segment) {
  return json.substr(segment.begin, segment.end - segment.begin);
}

// The object that a value is in, across arrays: items of an array have its name.
uint32_t object_of(const Places& places, uint32_t place) {
  while (places[place].step == PlaceStep::kItem) place = places[place].parent;
  return places[place].parent;
}

// What is written in place of a member whose date is hidden. The value of an extension is of
// another type then. Validators want a value of an element that is required, whatever its extension
// says; so that is of another of its types.
std::string mask_of(const std::string& name, const std::vector<std::string_view>& path) {
  const std::string_view around = path.size() > 1 ? path[path.size() - 2] : std::string_view();
  if (around.ends_with("xtension")) return R"("valueCode":"masked")";
  if (around == "Immunization" && name == "occurrenceDateTime") {
    return R"("occurrenceString":"masked")";
  }
  if (around == "MedicationAdministration" && name == "effectiveDateTime") {
    return R"("effectivePeriod":{"_start":)" + kMaskedJson + "}";
  }
  return "\"_" + name + "\":" + kMaskedJson;
}

// The members of objects that could be replaced whole.
class Members {
 public:
  explicit Members(const JsonTexts& texts) : texts_(texts) {
    uint32_t before = 0;  // the last key, as the place of its value
    for (const TextSegment& segment : texts.segments) {
      if (segment.kind == SegmentKind::kKey) {
        const Places::Place& place = texts.places[segment.place];
        Member& member = members_[segment.place];
        member.begin = segment.begin - 1;
        names_.insert({place.parent, place.name});
        if (before != 0 && texts.places[before].parent == place.parent) {
          members_[before].next = member.begin;
        }
        before = segment.place;
      } else if (const auto at = members_.find(segment.place); at != members_.end()) {
        at->second.end = segment.end + 1;
      }
    }
  }

  struct Replaced {
    size_t begin, end;
    std::string mask;
  };
  // The member with a string as its value at `place`, and FHIR's way to say that the value is
  // hidden: the name behind an underscore and an extension. If the object has that name already,
  // the member goes with its comma; nullopt if no comma follows. `path` is that of the place.
  std::optional<Replaced> find(uint32_t place, const std::vector<std::string_view>& path) const {
    const auto at = members_.find(place);
    if (at == members_.end() || at->second.end == 0) return std::nullopt;
    const auto& [parent, step, number, name, space] = texts_.places[place];
    const Member& member = at->second;
    if (names_.contains({parent, "_" + name})) {
      if (member.next == 0) return std::nullopt;
      return Replaced{member.begin, member.next, {}};
    }
    return Replaced{member.begin, member.end, mask_of(name, path)};
  }

 private:
  struct Member {
    size_t begin = 0, end = 0, next = 0;  // bytes of the file; 0: none
  };

  const JsonTexts& texts_;
  std::unordered_map<uint32_t, Member> members_;
  std::set<std::pair<uint32_t, std::string>> names_;
};

}  // namespace

// FHIR by its table; of any other JSON, each string is a text.
Result<void> read_json(PartList& parts) {
  const std::string_view json = parts.bytes();
  REDACT_ASSIGN(const JsonTexts texts, scan_json(json, {.keys = true}));
  const Places& places = texts.places;
  const FieldTable& table = fhir_fields();
  FieldPath path(places);
  NearbyValues values;
  bool is_fhir = false;
  for (const TextSegment& segment : texts.segments) {
    const Places::Place& place = places[segment.place];
    if (segment.kind != SegmentKind::kString || place.step != PlaceStep::kKey) continue;
    if (place.name == kResourceType) {
      is_fhir = true;
      path.set_root(place.parent, std::string(value_of(json, segment)));
    }
    const auto& names = table.conditions();
    if (std::find(names.begin(), names.end(), place.name) != names.end()) {
      values.add(place.parent, place.name, std::string(value_of(json, segment)));
    }
  }
  Members members(texts);
  for (const TextSegment& segment : texts.segments) {
    if (segment.kind == SegmentKind::kKey) continue;
    if (!is_fhir) {
      REDACT_TRY(parts.add(segment, Field{}));
      continue;
    }
    if (value_of(json, segment) == kMasked) continue;
    const std::vector<std::string_view>& names = path.of(segment.place);
    const Field* known = table.find(names, [&](std::string_view name) {
      return values.find(object_of(places, segment.place), name);
    });
    const bool is_date_field =
        known != nullptr && known->use == Field::Use::kHide && known->label == Label::kDate;
    const auto member = members.find(segment.place, names);
    if ((known == nullptr || is_date_field) && member && is_fhir_date(value_of(json, segment))) {
      REDACT_TRY(parts.add_date(segment, member->begin, member->end, member->mask));
    } else {
      REDACT_TRY(parts.add(segment, known != nullptr ? *known : Field{}));
    }
  }
  return {};
}

}  // namespace redact
