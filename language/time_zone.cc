// SPDX-License-Identifier: Apache-2.0
#include "language/time_zone.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/word_list.h"
#include "language/words.h"

namespace redact {

namespace {

// Zones that have a summer time, and their summer time.
constexpr auto kZones = word_list<"GMT CET CEST MEZ MESZ EET EEST OEZ OESZ HAEC">();
// Those that are also short for other things of a note ("08:15 MDT", "AST 45"): zones only behind
// seconds, in a comment, or in the form of Java and Unix, before a year.
constexpr auto kShortZones = word_list<
    "BST IST WET WEST MET MEST EST EDT CST CDT MST MDT PST PDT AKST AKDT AST ADT NST NDT AEST AEDT "
    "ACST ACDT NZST NZDT">();
// The ends of words of which one is in every name of a zone, such as "Mitteleuropäische
// Sommerzeit"; folded.
constexpr auto kWordsOfZones = word_list<"time zeit heure ora saati توقيت">();
constexpr size_t kLongestName = 64;  // bytes; "hora de verano de Europa central" has 32

constexpr size_t kLongestGap = 2;  // bytes between a date and its time: ", "
// Words between them, folded, and behind the time.
constexpr auto kAt = word_list<"a alla alle at las ora ore saat um vers à الساعة الساعه">();
constexpr std::string_view kHours[] = {" Uhr", " h", "h"};
constexpr size_t kSolidDigits = 10;  // of a date and hour without separators

size_t end_of_digits(std::string_view text, size_t at) {
  while (at < text.size() && is_digit(text[at])) ++at;
  return at;
}

// A time of day, and how far it can be mistaken for something else.
struct Time {
  size_t end;       // `at` of read_time if there is none
  bool is_instant;  // has seconds, a T before it, or no separators: "-05:00" is no other time
};

// The time of day whose first digit is at `at`: "8:05", "08:05:30.250", with a T before it
// "080530", or the last part of "20240330080530".
Time read_time(std::string_view text, size_t at) {
  const size_t hours = end_of_digits(text, at);
  size_t end = hours, n_fields = 1;
  while (end + 2 < text.size() && text[end] == ':' && end_of_digits(text, end + 1) == end + 3) {
    end += 3;
    ++n_fields;
  }
  const bool has_t = at > 1 && text[at - 1] == 'T' && is_digit(text[at - 2]);
  const bool has_minutes = n_fields > 1 && hours > at && hours - at <= 2;
  const bool is_solid = hours - at >= kSolidDigits || (has_t && hours - at >= 4);
  if (!has_minutes && !is_solid) return {at, false};
  const bool has_mark = end < text.size() && (text[end] == '.' || text[end] == ',');
  const size_t fraction = has_mark ? end_of_digits(text, end + 1) : 0;
  return {fraction > end + 1 ? fraction : end, is_solid || has_t || n_fields > 2};
}

// The end of an offset from UTC that begins at `at`, "+01:00", "-0500" or "+01"; else `at`. Behind
// the name of a zone its hours may have one digit.
size_t end_of_offset(std::string_view text, size_t at, bool has_name) {
  if (at >= text.size() || (text[at] != '+' && text[at] != '-')) return at;
  const size_t end = end_of_digits(text, at + 1), n = end - at - 1;
  if (n == 4) return end;
  if (n != 2 && !(n == 1 && has_name)) return at;
  const bool has_minutes = end < text.size() && text[end] == ':';
  return has_minutes && end_of_digits(text, end + 1) == end + 3 ? end + 3 : end;
}

// Whether a year follows a space.
bool precedes_year(std::string_view text, size_t at) {
  return at < text.size() && text[at] == ' ' && end_of_digits(text, at + 1) == at + 5;
}

size_t end_of_comment(std::string_view text, size_t at, bool is_sure);

// The end of the zone that begins at `at`, with a comment that names it; `at` if there is none.
// `is_sure`: the short name of one can mean nothing else.
size_t end_of_zone(std::string_view text, size_t at, bool is_sure) {
  size_t letters = at;
  while (letters < text.size() && is_upper(text[letters])) ++letters;
  const std::string_view name = text.substr(at, letters - at);
  const bool is_named = name == "UTC" || is_among(name, kZones) ||
                        (is_among(name, kShortZones) && (is_sure || precedes_year(text, letters)));
  if (!name.empty() && !is_named) return at;
  const size_t end = end_of_offset(text, letters, is_named);
  const bool goes_on = end < text.size() && (is_digit(text[end]) || is_letter(text[end]));
  return goes_on || end == at ? at : end_of_comment(text, end, true);
}

// The end of the comment at `at` that names a zone, " (CET)", " (Central European Time)"; else
// `at`.
size_t end_of_comment(std::string_view text, size_t at, bool is_sure) {
  if (!text.substr(at).starts_with(" (")) return at;
  const size_t begin = at + 2, close = text.substr(0, begin + kLongestName).find(')', begin);
  if (close == text.npos) return at;
  const std::string_view name = text.substr(begin, close - begin);
  const auto says_zone = [&](const Word& word) {
    const std::string folded = fold(name, word);
    return std::ranges::any_of(kWordsOfZones,
                               [&](std::string_view end) { return folded.ends_with(end); });
  };
  const bool is_short = !name.empty() && end_of_zone(name, 0, is_sure) == name.size();
  const bool is_one = is_short || (is_sure && std::ranges::any_of(find_words(name), says_zone));
  return is_one ? close + 1 : at;
}

// The zone of a time of day.
std::optional<Word> zone_of(std::string_view text, const Time& time) {
  const size_t comment = end_of_comment(text, time.end, time.is_instant);
  if (comment > time.end) return Word{time.end + 2, comment - 1};
  size_t after = time.end;
  for (const std::string_view unit : kHours) {
    if (after == time.end && text.substr(after).starts_with(std::string(unit) + " "))
      after += unit.size();
  }
  const bool has_gap = after < text.size() && text[after] == ' ';
  const size_t begin = after + has_gap, end = end_of_zone(text, begin, time.is_instant);
  if (end == begin) return std::nullopt;
  // "08:00-09:30" are two times, and "08:00 +02" may be a number of things.
  if (text[begin] == '-' && !time.is_instant) return std::nullopt;
  if (has_gap && end == begin + 3 && !is_upper(text[begin])) return std::nullopt;
  return Word{begin, end};
}

// The end of words such as "at" behind a date, before its time; `end` if there are none.
size_t end_of_at(std::string_view text, size_t end) {
  constexpr size_t kLongest = 24;  // bytes of two such words and their gaps
  const std::string_view near = text.substr(std::min(end, text.size()), kLongest);
  size_t size = 0;
  for (const Word& word : find_words(near)) {
    if (word.begin - size > kLongestGap || !is_among(fold(near, word), kAt)) break;
    size = word.end;
  }
  return end + size;
}

}  // namespace

std::optional<Zone> find_zone(std::string_view text, size_t begin, size_t end) {
  const size_t words = end_of_at(text, end);
  for (size_t at = begin; at < text.size() && at <= words + kLongestGap; ++at) {
    if (at == end && words > end) at = words;
    const char before = at > begin ? text[at - 1] : ' ';
    if (at > words && before != ' ' && before != ',' && before != '\t' && before != 'T') break;
    if (!is_digit(text[at]) || is_digit(before)) continue;
    const Time time = read_time(text, at);
    if (time.end == at) continue;
    const auto zone = zone_of(text, time);
    if (!zone) continue;
    const std::string_view surface = text.substr(zone->begin, zone->end - zone->begin);
    std::string utc = utc_like(surface);
    if (utc == surface) return std::nullopt;
    return Zone{zone->begin, zone->end, std::move(utc)};
  }
  return std::nullopt;
}

bool is_zone(std::string_view text) {
  return !text.empty() && end_of_zone(text, 0, true) == text.size();
}

std::string utc_like(std::string_view zone) {
  if (!zone.empty() && may_be_letter(zone[0])) return "UTC";
  const size_t comment = zone.find(" (");
  std::string utc(zone.substr(0, comment));
  for (char& c : utc) c = is_digit(c) ? '0' : c == '-' ? '+' : c;
  return comment == zone.npos ? utc : utc + " (UTC)";
}

std::string with_utc(std::string date) {
  const auto zone = find_zone(date, 0, date.size());
  return zone ? date.replace(zone->begin, zone->end - zone->begin, zone->utc) : date;
}

}  // namespace redact
