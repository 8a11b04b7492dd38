// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/key_captions.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "base/word_list.h"
#include "documents/formats/caption.h"

namespace redact {

namespace {

// Names that say nothing of what their value is, which the name around them says.
constexpr auto kParts =
    word_list<"$date $numberDouble $numberInt $numberLong d day m month value y year">();

// Whether a string may be what its name says, and not a text about it: {"mobile":"with a stick"}.
bool may_be_named(Label label, std::string_view value) {
  constexpr std::string_view kBlank = " \t\r\n";
  value.remove_prefix(std::min(value.find_first_not_of(kBlank), value.size()));
  value = value.substr(0, value.find_last_not_of(kBlank) + 1);
  constexpr size_t kLongest = DocumentText::kLongestNamed;
  return value.size() <= kLongest && value.find('\n') == value.npos && may_be_value(label, value);
}

}  // namespace

const Field* field_of_key(std::string_view key, std::string_view around) {
  if (const Field* field = read_caption(key).field) return field;
  constexpr auto kNameParts = word_list<"family first given last maiden middle">();
  constexpr auto kPatientsParts = word_list<"first last maiden middle">();  // "given" is a dose
  const std::string part = to_lower(key), whole = to_lower(around);
  const bool is_part = (is_among(part, kNameParts) && (whole == "name" || whole == "person")) ||
                       (is_among(part, kPatientsParts) && whole == "patient");
  if (is_part) return read_caption("last name").field;
  constexpr auto kDateParts = word_list<"d day m month y year">();
  // "birth" alone is also a delivery: {"weight": {"birth": 3450}}.
  const bool is_birth = to_lower(around) == "birth" && is_among(key, kDateParts);
  const std::string behind(is_birth ? std::string_view("date of birth") : around);
  return read_caption(is_among(key, kParts) ? behind : behind + " " + std::string(key)).field;
}

bool is_unix_time(std::string_view key, std::string_view number) {
  constexpr size_t kSeconds = 10, kMilliseconds = 13, kMicroseconds = 16;
  constexpr auto kTimes = word_list<
      "admission admitted at atime begin birth collected created ctime date datetime discharge "
      "discharged end epoch iat issued millis modified mtime nbf received recorded "
      "seconds seen start time timestamp ts updated when">();
  const size_t point = std::min(number.find('.'), number.size());
  const std::string_view fraction = number.substr(point);
  if (fraction.empty() || all_digits(fraction.substr(1))) number = number.substr(0, point);
  const size_t size = number.size();
  const bool is_of_this_age = (number.starts_with('1') || number.starts_with('2')) &&
                              all_digits(number) &&
                              (size == kSeconds || size == kMilliseconds || size == kMicroseconds);
  if (!is_of_this_age) return false;
  const std::string words = words_of_name(key);
  const size_t last = words.find_last_of(" _-.");
  return is_among(to_lower(words.substr(last == words.npos ? 0 : last + 1)), kTimes);
}

Result<void> add_named_value(PartList& parts, const TextSegment& segment, const Field* named,
                             const Field& text, size_t number) {
  if (named == nullptr) return parts.add(segment, text);
  REDACT_ASSIGN(const std::string value, parts.text_of(segment));
  const Field& field = may_be_named(named->label, value) ? *named : text;
  // A replacement may have another form.
  const std::string place = std::to_string(number) + ":" + std::to_string(segment.place);
  return parts.add(segment, parts.as_in_source(place, field));
}

}  // namespace redact
