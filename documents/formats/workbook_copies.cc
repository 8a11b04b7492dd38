// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/workbook_copies.h"

#include <algorithm>
#include <set>

#include "base/ascii.h"
#include "base/word_list.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/workbook.h"
#include "documents/structured/segment_text.h"

namespace redact {

namespace {

// Beginnings of the folders and, behind their publisher, of the types of such members, in small
// letters.
constexpr auto kPivotMembers = word_list<"pivotcache pivottable slicer timeline">();
// Elements that list such members, and that of a chart which draws one.
constexpr auto kPivotElements = word_list<
    "pivotCaches pivotSource pivotTableReferences slicerCaches slicerList timelineCacheRefs "
    "timelineRefs">();

// Whether an element holds the values of another workbook, or those of another program (DDE).
bool is_from_outside(const Places& places, uint32_t element) {
  const std::string& name = places[element].name;
  return name == "sheetDataSet" ||
         (name == "values" && places[places[element].parent].name == "ddeItem");
}

class Copies {
 public:
  Copies(std::string_view bytes, const XmlTexts& texts, const std::set<std::string>& short_ids)
      : bytes_(bytes), texts_(texts), short_ids_(short_ids) {}

  // The places of the elements.
  Result<std::set<uint32_t>> find() {
    for (const TextSegment& segment : texts_.segments) {
      REDACT_TRY(find_points(segment));
      REDACT_TRY(find_filters(segment));
    }
    for (uint32_t place = 1; place < texts_.places.size(); ++place) {
      const auto& [parent, step, number, name, space] = texts_.places[place];
      if (step != PlaceStep::kElement) continue;
      const bool is_drawn_date = name == "pt" && dates_.contains(parent);
      if (is_drawn_date || is_from_outside(texts_.places, place)) found_.insert(place);
      if (is_among(name, kPivotElements)) found_.insert(around(place, "ext"));
      if (name == "dateGroupItem" || name == "dynamicFilter") {
        found_.insert(around(place, "filterColumn"));
      }
      if (name == "slicer" || name == "timeslicer") found_.insert(around(place, "Anchor"));
    }
    return std::move(found_);
  }

 private:
  // The points of charts that repeat dates of cells, which are numbers of days, or numbers that may
  // be those of people.
  Result<void> find_points(const TextSegment& segment) {
    const Places::Place& place = texts_.places[segment.place];
    const bool is_point = place.name == "pt" && segment.kind == SegmentKind::kText;
    const bool is_value = place.name == "v" && texts_.places[place.parent].name == "pt";
    const bool is_code = place.name == "formatCode";
    if (!is_point && !is_value && !is_code) return {};
    REDACT_ASSIGN(const SegmentText read, SegmentText::read(bytes_, segment));
    const std::string& text = read.text();
    if (is_code && is_date_format(text)) dates_.insert(place.parent);
    const std::string whole = text.substr(0, text.find('.'));
    if (!is_code && (is_long_number(whole) || short_ids_.contains(whole))) {
      found_.insert(is_value ? place.parent : segment.place);
    }
    return {};
  }

  // The filters by such numbers.
  Result<void> find_filters(const TextSegment& segment) {
    const Places::Place& place = texts_.places[segment.place];
    if (place.name != "val" || texts_.places[place.parent].name != "customFilter") return {};
    REDACT_ASSIGN(const SegmentText read, SegmentText::read(bytes_, segment));
    const std::string_view text = read.text();
    if (is_long_number(text.substr(0, text.find('.')))) {
      found_.insert(around(place.parent, "filterColumn"));
    }
    return {};
  }

  // The element around a place with a name that ends so; else the place itself.
  uint32_t around(uint32_t place, std::string_view ending) const {
    const auto ends_so = [&](uint32_t at) { return texts_.places[at].name.ends_with(ending); };
    const uint32_t found = texts_.places.innermost(place, ends_so);
    return found == Places::kRoot ? place : found;
  }

  std::string_view bytes_;
  const XmlTexts& texts_;
  const std::set<std::string>& short_ids_;
  std::set<uint32_t> dates_;  // the series of points, by their format
  std::set<uint32_t> found_;
};

}  // namespace

bool is_pivot_member(const OfficeTypes& types, const std::string& name) {
  const std::string lower = to_lower(name);
  const std::string_view type = types.of(name);
  return std::ranges::any_of(kPivotMembers, [&](std::string_view word) {
    return lower.starts_with("xl/" + std::string(word)) ||
           type.find("spreadsheetml." + std::string(word)) != type.npos ||
           type.find("ms-excel." + std::string(word)) != type.npos;
  });
}

Result<bool> is_pivot_of_cells(std::string_view member, StopCheck& stop) {
  REDACT_ASSIGN(const XmlTexts texts, scan_xml(member, stop));
  bool is_of_cells = false;
  for (const TextSegment& segment : texts.segments) {
    const Places::Place& place = texts.places[segment.place];
    if (segment.kind != SegmentKind::kAttribute) continue;
    if (texts.places[place.parent].name != "worksheetSource") continue;
    if (place.name == "id") return false;  // of another workbook
    is_of_cells = true;
  }
  return is_of_cells;
}

Result<void> remove_copies(PartList& parts, const XmlTexts& texts,
                           const std::set<std::string>& short_ids) {
  REDACT_ASSIGN(const std::set<uint32_t> found, Copies(parts.bytes(), texts, short_ids).find());
  if (found.empty()) return {};
  const auto is_within_another = [&](uint32_t place) {
    const auto is_found = [&](uint32_t at) { return found.contains(at); };
    return texts.places.innermost(texts.places[place].parent, is_found) != Places::kRoot;
  };
  for (const TextSegment& element : texts.elements) {
    if (!found.contains(element.place) || is_within_another(element.place)) continue;
    REDACT_TRY(parts.remove_element(element, is_from_outside(texts.places, element.place)));
  }
  return {};
}

}  // namespace redact
