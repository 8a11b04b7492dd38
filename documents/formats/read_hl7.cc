// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/field_path.h"
#include "documents/formats/hl7_fields.h"
#include "documents/formats/observations.h"
#include "documents/formats/readers.h"
#include "documents/structured/hl7_scan.h"

namespace redact {

namespace {

// The numbers on the way to a place, with the names of segments.
std::string way_to(const Places& places, uint32_t place) {
  std::string way;
  for (; place != Places::kRoot; place = places[place].parent) {
    way += places[place].name + std::to_string(places[place].number) + '.';
  }
  return way;
}

// Fields of OBX: the observation, its value, the value's unit. And of MSH.
constexpr uint32_t kObserved = 3, kValue = 5, kUnit = 6, kVersion = 12;

constexpr std::string_view kRemovedHex = "5B52454D4F5645445D";  // [REMOVED]

bool is_of_site(const std::string& segment) { return segment.size() == 3 && segment[0] == 'Z'; }

// Whether a value mixes capitals and digits as the number of a plate, a device or a record does. A
// space or a full stop, as in the code of a diagnosis, excludes it.
bool mixes_letters_and_digits(std::string_view value) {
  constexpr size_t kShortest = 5, kLongest = 32;
  if (value.size() < kShortest || value.size() > kLongest) return false;
  const bool is_code = std::all_of(value.begin(), value.end(),
                                   [](char c) { return is_upper(c) || is_digit(c) || c == '-'; });
  return is_code && std::any_of(value.begin(), value.end(), is_digit) &&
         std::any_of(value.begin(), value.end(), is_upper);
}

// The character set of the first message (MSH-18); nullptr: none. Repetitions name sets for which
// escapes stand.
const TextSegment* charset_of(const Hl7Texts& texts) {
  constexpr uint32_t kCharset = 18;
  for (const TextSegment& segment : texts.segments) {
    const uint32_t field = texts.places.enclosing(segment.place, PlaceStep::kField);
    if (texts.places[field].number == kCharset &&
        texts.places[texts.places[field].parent].name == "MSH") {
      return &segment;
    }
  }
  return nullptr;
}

}  // namespace

Result<void> read_hl7(PartList& parts) {
  REDACT_ASSIGN(Hl7Texts texts, scan_hl7(parts.bytes(), parts.stop()));
  const Places& places = texts.places;
  Charset of_escapes = Charset::kWindows1252;
  if (const TextSegment* declared = charset_of(texts)) {
    const std::string_view name = bytes_of(parts.bytes(), *declared);
    REDACT_TRY(parts.declare(name));
    of_escapes = declared_charset(name).charset.value_or(of_escapes);
  }
  for (TextSegment& segment : texts.segments) {
    for (Coding& coding : segment.codings) coding.charset = of_escapes;
  }
  NearbyValues values;  // by their number in the segment, field or component
  std::unordered_map<uint32_t, std::string> versions;  // by message
  ObservedLabels observations;
  std::unordered_map<uint32_t, std::string> names;  // of observations (OBX-3.2)
  constexpr uint32_t kText = 2;                     // of a coded element
  constexpr size_t kStored = 128;                   // units of the time to store a value
  for (const TextSegment& segment : texts.segments) {
    const uint32_t field = places.enclosing(segment.place, PlaceStep::kField);
    if (field == Places::kRoot) continue;
    if (parts.stop().after(segment.end - segment.begin + kStored)) return parts.stop().result();
    const std::string value(bytes_of(parts.bytes(), segment));
    for (uint32_t place = segment.place; place != places[field].parent;
         place = places[place].parent) {
      values.add(places[place].parent, std::to_string(places[place].number), value);
    }
    const uint32_t around = places[field].parent, number = places[field].number;
    if (places[around].name == "MSH" && number == kVersion) {
      versions.emplace(places[around].parent, value);
    }
    if (places[around].name != "OBX") continue;
    if (number == kObserved) observations.add(around, value);
    const uint32_t component = places.enclosing(segment.place, PlaceStep::kComponent);
    if (number == kObserved && places[component].number == kText) names.emplace(around, value);
    if (number == kUnit) observations.add_unit(around, value);
  }
  FieldPath path(places);
  std::string shown;  // the name before the last value: lines of a report share one
  for (const TextSegment& segment : texts.segments) {
    if (segment.place == Places::kRoot) {
      REDACT_TRY(parts.add(segment, Field{}));
      continue;
    }
    const uint32_t around = places.enclosing(segment.place, PlaceStep::kSegment);
    const uint32_t place = places.enclosing(segment.place, PlaceStep::kField);
    const uint32_t component = places.enclosing(segment.place, PlaceStep::kComponent);
    const std::string_view text = bytes_of(parts.bytes(), segment);
    const auto beside = [&](std::string_view name) { return values.find(around, name); };
    auto known =
        hl7_field({.path = path.of(segment.place),
                   .text = text,
                   .version = versions[places[around].parent],
                   .beside = beside,
                   .sibling = [&](size_t depth, std::string_view number) {
                     return values.find(depth == 0 ? places[component].parent : component, number);
                   }});
    const bool is_code =
        known && (known->use == Field::Use::kKeep || known->use == Field::Use::kStandard);
    if (is_code && is_long_number(text)) known->holds = Field::Holds::kCode;
    // A line that is no segment may also come from a log, and is no code.
    const bool is_continued = segment.join == Join::kLineEnd;
    if (known && !is_continued) known = parts.as_in_source(way_to(places, segment.place), *known);
    Field read = known.value_or(Field{});
    if (is_continued && read.use != Field::Use::kHide && read.use != Field::Use::kFile) read = {};
    const bool may_identify = read.use == Field::Use::kKeep || read.use == Field::Use::kMeasure ||
                              read.use == Field::Use::kRead;
    if (places[around].name == "OBX" && places[place].number == kValue) {
      const auto observed = observations.of(around);
      const bool is_birth = observed == Label::kDate && read.use != Field::Use::kMeasure;
      if (is_birth) read.is_birth = true;
      if (observed && !is_birth && may_identify) {
        read = {Field::Use::kHide, *observed, Field::Holds::kNumber};
        // Only a number may replace a number.
        if (beside("2") == "NM") {
          REDACT_TRY(parts.add_typed(segment, read, {segment.begin, segment.end, {}}));
          continue;
        }
      }
    }
    if (places[around].name == "OBX" && places[place].number == kValue && read.name.empty()) {
      const auto name = names.find(around);
      if (name != names.end() && name->second != std::exchange(shown, name->second)) {
        read.name = name->second;
      }
    }
    if (!known && is_of_site(places[around].name) && place != Places::kRoot &&
        mixes_letters_and_digits(text)) {
      read = {Field::Use::kHide, Label::kId};
    }
    // Alone in its line, it can also be a word of the previous field, and anything.
    const bool has_fields =
        parts.bytes().substr(segment.end).starts_with(segment.codings[0].delimiters.field);
    if (segment.kind == SegmentKind::kName && has_fields) {
      read.holds = Field::Holds::kSegmentName;
    }
    const bool is_number = read.use == Field::Use::kMeasure && is_long_number(text);
    if (is_number) {
      // A place of numbers has no room for a tag.
      read.holds = Field::Holds::kNumber;
      REDACT_TRY(parts.add_typed(segment, read, {segment.begin, segment.end, {}}));
      continue;
    }
    // No tag consists of hexadecimal digits.
    REDACT_TRY(read.use == Field::Use::kUnread
                   ? parts.remove_unread(segment, std::string(kRemovedHex))
                   : parts.add(segment, read));
  }
  return {};
}

}  // namespace redact
