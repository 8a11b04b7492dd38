// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
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

// The character set of the messages (MSH-18); empty: none. Of repetitions, which name sets for
// which escapes stand, the first counts.
Result<std::string_view> charset_of(std::string_view bytes, const Hl7Texts& texts) {
  constexpr uint32_t kCharset = 18;
  std::string_view charset;
  uint32_t last = Places::kRoot;  // the field that was read
  for (const TextSegment& segment : texts.segments) {
    const uint32_t field = texts.places.enclosing(segment.place, PlaceStep::kField);
    if (field == last || texts.places[field].number != kCharset ||
        texts.places[texts.places[field].parent].name != "MSH") {
      continue;
    }
    const std::string_view name = bytes_of(bytes, segment);
    if (last != Places::kRoot &&
        declared_charset(name).charset != declared_charset(charset).charset) {
      return Error{ErrorKind::kUnsupported, "MSH-18", "differs between the messages of the file"};
    }
    charset = name, last = field;
  }
  return charset;
}

class Hl7Reader {
 public:
  Hl7Reader(PartList& parts, Hl7Texts texts)
      : parts_(parts), texts_(std::move(texts)), places_(texts_.places), path_(places_) {}

  Result<void> read() {
    REDACT_TRY(set_charset());
    REDACT_TRY(gather());
    for (const TextSegment& segment : texts_.segments) REDACT_TRY(add(segment));
    return {};
  }

 private:
  Result<void> set_charset() {
    Charset of_escapes = Charset::kWindows1252;
    REDACT_ASSIGN(const std::string_view name, charset_of(parts_.bytes(), texts_));
    if (!name.empty()) {
      REDACT_TRY(parts_.declare(name));
      of_escapes = declared_charset(name).charset.value_or(of_escapes);
    }
    for (TextSegment& segment : texts_.segments) {
      for (Coding& coding : segment.codings) coding.charset = of_escapes;
    }
    return {};
  }

  // Looks at the values that say something about others.
  Result<void> gather() {
    constexpr uint32_t kText = 2;    // of a coded element
    constexpr size_t kStored = 128;  // units of the time to store a value
    for (const TextSegment& segment : texts_.segments) {
      const uint32_t field = places_.enclosing(segment.place, PlaceStep::kField);
      if (field == Places::kRoot) continue;
      if (parts_.stop().after(segment.end - segment.begin + kStored)) return parts_.stop().result();
      const std::string value(bytes_of(parts_.bytes(), segment));
      for (uint32_t place = segment.place; place != places_[field].parent;
           place = places_[place].parent) {
        values_.add(places_[place].parent, std::to_string(places_[place].number), value);
      }
      const uint32_t around = places_[field].parent, number = places_[field].number;
      if (places_[around].name == "MSH" && number == kVersion) {
        versions_.emplace(places_[around].parent, value);
      }
      if (places_[around].name != "OBX") continue;
      if (number == kObserved) observations_.add(around, value);
      const uint32_t component = places_.enclosing(segment.place, PlaceStep::kComponent);
      if (number == kObserved && places_[component].number == kText) names_.emplace(around, value);
      if (number == kUnit) observations_.add_unit(around, value);
    }
    return {};
  }

  Result<void> add(const TextSegment& segment) {
    if (segment.place == Places::kRoot) return parts_.add(segment, Field{});
    const uint32_t around = places_.enclosing(segment.place, PlaceStep::kSegment);
    const uint32_t place = places_.enclosing(segment.place, PlaceStep::kField);
    const std::string_view text = bytes_of(parts_.bytes(), segment);
    const std::optional<Field> known = known_field(segment, around);
    Field read = known.value_or(Field{});
    // A line that is no segment may also come from a log, and is no code.
    const bool is_continued = segment.join == Join::kLineEnd;
    if (is_continued && read.use != Field::Use::kHide && read.use != Field::Use::kFile) read = {};
    bool is_number = false;
    if (places_[around].name == "OBX" && places_[place].number == kValue) {
      is_number = observe(segment, around, read);
    }
    if (known && !is_continued) read = parts_.as_in_source(way_to(places_, segment.place), read);
    if (!known && is_of_site(places_[around].name) && place != Places::kRoot &&
        mixes_letters_and_digits(text)) {
      read = {Field::Use::kHide, Label::kId};
    }
    // Alone in its line, it can also be a word of the previous field, and anything.
    const bool has_fields =
        parts_.bytes().substr(segment.end).starts_with(segment.codings[0].delimiters.field);
    if (segment.kind == SegmentKind::kName && has_fields) {
      read.holds = Field::Holds::kSegmentName;
    }
    if (read.use == Field::Use::kMeasure && is_long_number(text)) {
      read.holds = Field::Holds::kNumber;
      is_number = true;
    }
    // A place of numbers has no room for a tag.
    if (is_number) return parts_.add_typed(segment, read, {segment.begin, segment.end, {}});
    // No tag consists of hexadecimal digits.
    return read.use == Field::Use::kUnread ? parts_.remove_unread(segment, std::string(kRemovedHex))
                                           : parts_.add(segment, read);
  }

  // The field of a value by its place; nullopt if no version of the standard names the place.
  std::optional<Field> known_field(const TextSegment& segment, uint32_t around) {
    const uint32_t component = places_.enclosing(segment.place, PlaceStep::kComponent);
    const std::string_view text = bytes_of(parts_.bytes(), segment);
    auto known = hl7_field(
        {.path = path_.of(segment.place),
         .text = text,
         .version = versions_[places_[around].parent],
         .beside = [&](std::string_view name) { return values_.find(around, name); },
         .sibling =
             [&](size_t depth, std::string_view number) {
               return values_.find(depth == 0 ? places_[component].parent : component, number);
             }});
    constexpr std::string_view kDeleted = "\"\"";  // in place of a component
    if (text == kDeleted) return Field{.use = Field::Use::kStandard};
    if (!known) return known;
    const bool is_code = known->use == Field::Use::kKeep || known->use == Field::Use::kStandard;
    if (is_code && is_long_number(text)) known->holds = Field::Holds::kCode;
    return known;
  }

  // Treats the value of an observation as its code, name or unit says, and returns whether only a
  // number may replace it.
  bool observe(const TextSegment& segment, uint32_t observation, Field& read) {
    const bool is_measure = read.use == Field::Use::kMeasure;
    // A code of a list of codes stays; the name of the list is beside it.
    const uint32_t component = places_.enclosing(segment.place, PlaceStep::kComponent);
    const bool is_unlisted = values_.find(places_[component].parent, "3").empty();
    const auto observed = observations_.of(observation, bytes_of(parts_.bytes(), segment));
    if (observed && hide_observed(*observed, is_unlisted, read)) {
      read.holds = Field::Holds::kNumber;
      if (is_measure) return true;
    }
    const auto name = names_.find(observation);
    if (is_measure || !read.name.empty() || name == names_.end()) return false;
    if (name->second != std::exchange(shown_, name->second)) read.name = name->second;
    return false;
  }

  PartList& parts_;
  Hl7Texts texts_;
  const Places& places_;
  FieldPath path_;
  NearbyValues values_;  // by their number in the segment, field or component
  std::unordered_map<uint32_t, std::string> versions_;  // by message
  std::unordered_map<uint32_t, std::string> names_;     // of observations (OBX-3.2)
  ObservedFields observations_;
  std::string shown_;  // the name before the last value: lines of a report share one
};

}  // namespace

Result<void> read_hl7(PartList& parts) {
  REDACT_ASSIGN(Hl7Texts texts, scan_hl7(parts.bytes(), parts.stop()));
  return Hl7Reader(parts, std::move(texts)).read();
}

}  // namespace redact
