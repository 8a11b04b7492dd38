// SPDX-License-Identifier: Apache-2.0
#include "redactor/formats/builtin_fields.h"
#include "redactor/formats/field_path.h"
#include "redactor/formats/readers.h"
#include "redactor/structured/hl7_scan.h"

namespace redact {

namespace {

// The place of a kind that contains `place`; the root if none does.
uint32_t enclosing(const Places& places, uint32_t place, PlaceStep step) {
  while (place != Places::kRoot && places[place].step != step) place = places[place].parent;
  return place;
}

}  // namespace

Result<void> read_hl7(PartList& parts) {
  REDACT_ASSIGN(const Hl7Texts texts, scan_hl7(parts.bytes(), parts.stop()));
  const Places& places = texts.places;
  const FieldTable& table = hl7_fields();
  // The fields of a segment that tell the type of another, such as OBX-2.
  NearbyValues values;
  for (const TextSegment& segment : texts.segments) {
    const uint32_t field = enclosing(places, segment.place, PlaceStep::kField);
    if (field == Places::kRoot || places[field].number > 2) continue;
    values.add(places[field].parent, std::to_string(places[field].number),
               std::string(bytes_of(parts.bytes(), segment)));
  }
  FieldPath path(places);
  for (const TextSegment& segment : texts.segments) {
    const uint32_t around = enclosing(places, segment.place, PlaceStep::kSegment);
    const Field* field = table.find(
        path.of(segment.place), [&](std::string_view name) { return values.find(around, name); });
    Field read = field != nullptr ? *field : Field{};
    // Alone in its line it can as well be a word of the field before, and anything.
    const bool has_fields =
        parts.bytes().substr(segment.end).starts_with(segment.codings[0].delimiters.field);
    if (segment.kind == SegmentKind::kName && has_fields) {
      read.holds = Field::Holds::kSegmentName;
    }
    REDACT_TRY(parts.add(segment, read));
  }
  return {};
}

}  // namespace redact
