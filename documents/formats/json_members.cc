// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/json_members.h"

#include <algorithm>

#include "base/ascii.h"

namespace redact {

namespace {

const std::string kMask =
    R"({"extension":[{"url":"http://hl7.org/fhir/StructureDefinition/data-absent-reason",)"
    R"("valueCode":"masked"}]})";

// The replacement of a member whose date or number is hidden. The value of an extension gets
// another type. Validators require a value in some elements even if an extension masks it; such
// elements get another type too.
std::string mask_of(const std::string& name, std::span<const std::string_view> path) {
  const std::string_view around = path.size() > 1 ? path[path.size() - 2] : std::string_view();
  if (around.ends_with("xtension")) return R"("valueCode":"masked")";
  if (around == "Immunization" && name == "occurrenceDateTime") {
    return R"("occurrenceString":"masked")";
  }
  if (around == "MedicationAdministration" && name == "effectiveDateTime") {
    return R"("effectivePeriod":{"_start":)" + kMask + "}";
  }
  return "\"_" + name + "\":" + kMask;
}

// Whether FHIR may define the name: valueBase64Binary has the most digits. A mask repeats the name,
// which must not be a text of somebody's.
bool may_be_element(const std::string& name) {
  constexpr ptrdiff_t kMost = 2;
  return std::ranges::all_of(name, is_alphanumeric) &&
         std::ranges::count_if(name, is_digit) <= kMost;
}

}  // namespace

JsonMembers::JsonMembers(const JsonTexts& texts) : texts_(texts), next_(texts.places.size()) {
  std::vector<uint32_t> last(texts.places.size());  // by place: the last one in it so far
  for (uint32_t place = 1; place < texts.places.size(); ++place) {
    const Places::Place& p = texts.places[place];
    if (p.step == PlaceStep::kKey) names_[{p.parent, p.name}] = place;
    if (last[p.parent] != 0) next_[last[p.parent]] = place;
    last[p.parent] = place;
  }
}

std::optional<Edit> JsonMembers::mask_value(uint32_t place,
                                            std::span<const std::string_view> path) const {
  const Places::Place& member = texts_.places[place];
  if (member.step == PlaceStep::kItem) return mask_item(place);
  if (member.step != PlaceStep::kKey || !may_be_element(member.name)) return std::nullopt;
  const auto& [begin, end] = texts_.extents[place];
  if (names_.contains({member.parent, "_" + member.name})) {
    if (next_[place] == 0) return std::nullopt;
    return Edit{begin, texts_.extents[next_[place]].begin, {}};
  }
  return Edit{begin, end, mask_of(member.name, path)};
}

// A masked item of an array is null. Its first item brings the masks of all items, in an array of
// their own before it.
std::optional<Edit> JsonMembers::mask_item(uint32_t place) const {
  const uint32_t array = texts_.places[place].parent;
  const Places::Place& member = texts_.places[array];
  if (member.step != PlaceStep::kKey || !may_be_element(member.name)) return std::nullopt;
  const auto& [begin, end] = texts_.extents[place];
  const bool is_first = place == array + 1;
  if (!is_first || names_.contains({member.parent, "_" + member.name})) {
    return Edit{begin, end, "null"};
  }
  std::string masks = kMask;
  for (uint32_t next = next_[place]; next != 0; next = next_[next]) masks += "," + kMask;
  return Edit{texts_.extents[array].begin, end,
              "\"_" + member.name + "\":[" + masks + "],\"" + member.name + "\":[null"};
}

// The replacement of a required member that is removed as a whole.
std::optional<std::string> JsonMembers::mask_of_required(uint32_t place,
                                                         const std::vector<bool>& gone,
                                                         FieldPath& path,
                                                         FhirElements& elements) const {
  const Places::Place& member = texts_.places[place];
  if (member.step != PlaceStep::kKey || member.name.starts_with('_')) return std::nullopt;
  const std::span<const std::string_view> names = path.of(place);
  if (names.size() < 2) return std::nullopt;
  const FhirElement element = elements.of(names).back();
  if (!element.required) return std::nullopt;
  if (!is_fhir_primitive(element.type)) {
    const bool is_list = texts_.places.size() > place + 1 &&
                         texts_.places[place + 1].parent == place &&
                         texts_.places[place + 1].step == PlaceStep::kItem;
    return "\"" + member.name + "\":" + (is_list ? "[" + kMask + "]" : kMask);
  }
  // The name may be taken by extensions that stay.
  const auto taken = names_.find({member.parent, "_" + member.name});
  if (taken != names_.end() && !gone[taken->second]) return std::nullopt;
  return mask_of(member.name, names);
}

std::vector<Edit> JsonMembers::remove(const std::vector<bool>& gone, FieldPath& path) const {
  std::vector<Edit> removed;
  std::vector<uint32_t> before(next_.size());
  for (uint32_t place = 1; place < next_.size(); ++place) {
    if (next_[place] != 0) before[next_[place]] = place;
  }
  // A sequence of removed places ends before the next place, or else begins after the one before. A
  // required place leaves a mask, and is not part of a sequence.
  std::vector<bool> in_sequence(next_.size());
  FhirElements elements;
  for (uint32_t place = 1; place < next_.size(); ++place) {
    if (!gone[place] || gone[texts_.places[place].parent]) continue;
    const auto& [begin, end] = texts_.extents[place];
    if (auto mask = mask_of_required(place, gone, path, elements)) {
      removed.push_back({begin, end, *std::move(mask)});
    } else {
      in_sequence[place] = true;
    }
  }
  for (uint32_t place = 1; place < next_.size(); ++place) {
    if (!in_sequence[place] || in_sequence[before[place]]) continue;
    uint32_t last = place;
    while (next_[last] != 0 && in_sequence[next_[last]]) last = next_[last];
    size_t begin = texts_.extents[place].begin, end = texts_.extents[last].end;
    if (next_[last] != 0) {
      end = texts_.extents[next_[last]].begin;
    } else if (before[place] != 0) {
      begin = texts_.extents[before[place]].end;
    }
    removed.push_back({begin, end, {}});
  }
  std::sort(removed.begin(), removed.end(),
            [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  return removed;
}

}  // namespace redact
