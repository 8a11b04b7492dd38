// SPDX-License-Identifier: Apache-2.0
// Values that stay.
#include <algorithm>

#include "base/ascii.h"
#include "documents/formats/fhir_values.h"
#include "documents/formats/part_list.h"
#include "language/find_dates.h"

namespace redact {

namespace {

// Whether a value may hold a name of two words. A name of one word that stays is a word.
bool has_two_words(std::string_view value) {
  size_t n_words = 0, n_letters = 0;
  bool has_capital = false;
  for (const char c : value) {
    n_letters = may_be_letter(c) ? n_letters + 1 : 0;
    n_words += n_letters == 2;
    has_capital |= !is_lower(c) && may_be_letter(c);
  }
  return has_capital && n_words >= 2;
}

// Whether a value stays unless the document hides a text that says the same. A date moves as others
// do.
bool may_repeat(std::string_view value, const Field& field) {
  const bool is_asked = field.holds == Field::Holds::kNumber || field.holds == Field::Holds::kCode;
  return is_asked && is_long_number(value) &&
         (field.use != Field::Use::kKeep || find_dates(value).empty());
}

}  // namespace

// Whether a value that stays is too long for a code, a name or a number.
bool PartList::is_long_text(const TextSegment& segment) const {
  constexpr size_t kLongest = 1024;
  constexpr ptrdiff_t kWord = 4;  // letters; numbers have few
  const bool is_value = segment.kind == SegmentKind::kString ||
                        segment.kind == SegmentKind::kText ||
                        segment.kind == SegmentKind::kAttribute;
  if (!is_value || segment.end - segment.begin <= kLongest) return false;
  const std::string_view bytes = bytes_of(bytes_, segment);
  return std::search_n(bytes.begin(), bytes.end(), kWord, true,
                       [](char c, bool) { return may_be_letter(c); }) != bytes.end();
}

Result<void> PartList::add_kept(const TextSegment& segment, const Field& field) {
  const std::string_view bytes = bytes_of(bytes_, segment);
  into_.n_unread += is_long_text(segment);
  if (may_repeat(bytes, field)) {
    if (field.use == Field::Use::kMeasure) count_dates(bytes);
    return put(segment, PartRole::kKept, {.use = Field::Use::kMeasure, .holds = field.holds});
  }
  if (field.use == Field::Use::kStandard) return {};
  if (bytes.size() >= kLeastBase64 && is_one_file(find_encoded_runs(bytes), bytes)) {
    return add_file(segment, field, kLeastEncoded);
  }
  // Most segments hold neither a year, nor two words, nor the number of a person.
  const auto n_digits = std::count_if(bytes.begin(), bytes.end(), is_digit);
  const bool may_hold_year = n_digits >= 4;
  const bool may_repeat_hidden =
      field.use == Field::Use::kKeep && (has_two_words(bytes) || n_digits >= 5);
  if (!may_hold_year && !may_repeat_hidden) return {};
  REDACT_ASSIGN(const SegmentText read, SegmentText::read(bytes_, segment));
  if (field.use == Field::Use::kMeasure) {
    count_dates(read.text());
  } else if (may_repeat_hidden || !find_dates(read.text()).empty()) {
    REDACT_TRY(put(segment, PartRole::kKept, field));
  }
  return {};
}

Result<void> PartList::add_number(const TextSegment& segment, std::string_view digits,
                                  const TextSegment* whole, Field::Holds holds) {
  if (!is_long_number(digits)) return {};
  count_dates(digits);
  if (whole != nullptr) REDACT_TRY(put_masked(*whole, PartRole::kWhole, {}));
  return put(segment, PartRole::kKept, {.use = Field::Use::kMeasure, .holds = holds});
}

}  // namespace redact
