// SPDX-License-Identifier: Apache-2.0
#include "documents/files/mbox_line.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace redact {

namespace {

constexpr auto kWeekdays =
    std::to_array<std::string_view>({"Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"});

// 10:11:12
bool is_time(std::string_view word) {
  const size_t colon = word.find(':');
  return (colon == 1 || colon == 2) && is_digit(word[0]) && is_digit(word[colon - 1]) &&
         word.size() > colon + 1 && is_digit(word[colon + 1]);
}

// 2024 or 2024-03-12
bool begins_with_year(std::string_view word) {
  constexpr size_t kDigits = 4;
  return word.size() >= kDigits && all_digits(word.substr(0, kDigits)) &&
         (word.size() == kDigits || word[kDigits] == '-');
}

bool is_weekday(std::string_view word) {
  if (word.ends_with(',')) word.remove_suffix(1);
  return std::find(kWeekdays.begin(), kWeekdays.end(), word) != kWeekdays.end();
}

bool begins_field(std::string_view line) {
  const size_t colon = line.find(':');
  return colon != line.npos && colon > 0 &&
         std::all_of(line.begin(), line.begin() + colon,
                     [](char c) { return c > ' ' && c < 0x7f; });
}

}  // namespace

std::optional<MboxLine> read_mbox_line(std::string_view text) {
  constexpr std::string_view kBlank = " \t\r";
  std::optional<size_t> date;
  size_t n_words = 0;
  bool has_time = false, has_year = false;
  for (size_t at = text.find_first_not_of(kBlank); at < text.size();) {
    const size_t end = std::min(text.find_first_of(kBlank, at), text.size());
    const std::string_view word = text.substr(at, end - at);
    ++n_words;
    // The sender may be several words (ana at greco.example) before a date that begins so.
    const bool begins_date = is_weekday(word) && !has_time && !has_year;
    if (begins_date || (n_words == 2 && !date)) date = at;
    has_time = has_time || is_time(word);
    has_year = has_year || begins_with_year(word);
    at = text.find_first_not_of(kBlank, end);
  }
  if (!date || !has_time || !has_year) return std::nullopt;
  const size_t last = text.substr(0, *date).find_last_not_of(kBlank);
  return MboxLine{last == text.npos ? 0 : last + 1, *date};
}

bool begins_mail_in_mbox(std::string_view text) {
  constexpr std::string_view kFrom = "From ";
  const size_t end = text.find('\n');
  if (!text.starts_with(kFrom) || end == text.npos) return false;
  if (!read_mbox_line(text.substr(kFrom.size(), end - kFrom.size()))) return false;
  const std::string_view below = text.substr(end + 1);
  // A mail that was quoted when it came has its own line there.
  return begins_field(below.substr(0, below.find('\n'))) || below.starts_with(">From ");
}

}  // namespace redact
