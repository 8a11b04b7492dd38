// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/key_captions.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "base/word_list.h"
#include "documents/formats/column_labels.h"

namespace redact {

namespace {

// "dateOfBirth" as the words of a caption.
std::string words_of_key(std::string_view key) {
  std::string words;
  for (const char c : key) {
    if (is_upper(c) && !words.empty() && is_lower(words.back())) words += ' ';
    words += c;
  }
  return words;
}

// Names that say nothing of what their value is, which the name around them says.
constexpr auto kParts =
    word_list<"$date $numberDouble $numberInt $numberLong day month value year">();

// Whether a string may be what a caption names, and not a text about it: {"mobile":"with a stick"}.
bool may_be_value(Label label, std::string_view value) {
  constexpr std::string_view kBlank = " \t\r\n";
  value.remove_prefix(std::min(value.find_first_not_of(kBlank), value.size()));
  value = value.substr(0, value.find_last_not_of(kBlank) + 1);
  constexpr size_t kLongest = DocumentText::kLongestNamed;
  constexpr ptrdiff_t kFewest = 4;  // digits of a telephone number
  constexpr auto kNothing = word_list<"n/a none unknown">();
  if (value.size() > kLongest || value.find('\n') != value.npos) return false;
  const bool is_of_words = is_name(label) || label == Label::kStreet || label == Label::kEmail ||
                           label == Label::kUsername;
  if (is_of_words) return !is_among(to_lower(value), kNothing);
  return std::ranges::count_if(value, is_digit) >= (label == Label::kPhone ? kFewest : 1);
}

}  // namespace

const Field* field_of_key(std::string_view key, std::string_view around) {
  const std::string words = words_of_key(key);
  if (const Field* field = field_of_caption(words)) return field;
  const std::string words_around = words_of_key(around);
  return field_of_caption(is_among(key, kParts) ? words_around : words_around + " " + words);
}

bool is_unix_time(std::string_view key, std::string_view number) {
  constexpr size_t kSeconds = 10, kMilliseconds = 13, kMicroseconds = 16;
  constexpr auto kTimes = word_list<
      "admission admitted at begin birth collected created date datetime discharge discharged end "
      "epoch "
      "issued modified received recorded seen start time timestamp ts updated when">();
  const size_t size = number.size();
  const bool is_of_this_age = (number.starts_with('1') || number.starts_with('2')) &&
                              std::ranges::all_of(number, is_digit) &&
                              (size == kSeconds || size == kMilliseconds || size == kMicroseconds);
  if (!is_of_this_age) return false;
  const std::string words = words_of_key(key);
  const size_t last = words.find_last_of(" _-.");
  return is_among(to_lower(words.substr(last == words.npos ? 0 : last + 1)), kTimes);
}

Result<void> add_named_value(PartList& parts, const TextSegment& segment, const Field* named,
                             const Field& text, size_t number) {
  if (named == nullptr) return parts.add(segment, text);
  REDACT_ASSIGN(const std::string value, parts.text_of(segment));
  const Field& field = may_be_value(named->label, value) ? *named : text;
  // A replacement may have another form.
  const std::string place = std::to_string(number) + ":" + std::to_string(segment.place);
  return parts.add(segment, parts.as_in_source(place, field));
}

}  // namespace redact
