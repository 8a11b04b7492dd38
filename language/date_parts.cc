// SPDX-License-Identifier: Apache-2.0
#include "language/date_parts.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/utf8.h"
#include "base/word_list.h"
#include "language/month_names.h"
#include "language/ordinals.h"
#include "language/time_zone.h"

namespace redact {

namespace {

// Words that may occur in a date without affecting its meaning.
constexpr auto kFillers = word_list<
    "de del di of the st nd rd th er le el den dem am il lo du من شهر سنه عام م يوم الموافق">();

// The words of those Arabic month names that have two words, folded.
constexpr std::string_view kKanun = "كانون", kTishrin = "تشرين", kFirst = "الاول",
                           kSecond = "الثاني";

// Patients have no dates outside these years, and such numbers are rarely years.
constexpr int kFirstYear = 1800, kLastYear = 2199;

constexpr int kCentury = 30;  // a year of two digits below this is in the 2000s

bool is_digits(std::string_view word) { return !word.empty() && all_digits(word); }

bool is_number(std::string_view word) { return word.size() <= 4 && is_digits(word); }

int to_int(std::string_view digits) {
  int value = 0;
  for (const char c : digits) value = value * 10 + (c - '0');
  return value;
}

// Whether a time ("07:31"), or the T before one, begins at `at`.
bool begins_time(std::string_view text, size_t at) {
  if (text[at] == 'T') ++at;
  const size_t begin = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  return at > begin && at < text.size() && text[at] == ':';
}

constexpr size_t kSolidDate = 8;  // digits of a date without separators

bool is_below(std::string_view two_digits, int limit) { return to_int(two_digits) < limit; }

// Whether digits are a time of day without separators: hours, then optionally minutes, seconds and
// parts of a second.
bool is_solid_time(std::string_view digits) {
  const size_t size = digits.size();
  return is_digits(digits) && (size == 2 || size == 4 || size >= 6) &&
         is_below(digits.substr(0, 2), 24) && (size < 4 || is_below(digits.substr(2, 2), 60)) &&
         (size < 6 || is_below(digits.substr(4, 2), 60));
}

// Whether a text is such a time after a date, with a separator before it and parts of a second and
// a zone behind it, or only the latter two: "_083000", "T0830Z", ".5-0500".
bool is_solid_time_behind(std::string_view text) {
  if (text.ends_with('Z')) {
    text.remove_suffix(1);
  } else if (text.size() >= 5 && (text[text.size() - 5] == '+' || text[text.size() - 5] == '-') &&
             is_solid_time(text.substr(text.size() - 4))) {
    text.remove_suffix(5);
  }
  if (const size_t point = text.find('.'); point != text.npos) {
    if (!is_digits(text.substr(point + 1))) return false;
    text = text.substr(0, point);
  }
  if (text.empty()) return true;
  const std::string_view marks = "T_- ";
  return marks.find(text[0]) != marks.npos && is_solid_time(text.substr(1));
}

// Whether `at` follows an apostrophe, straight or curved: "May '21".
bool is_elided(std::string_view text, size_t at) {
  return text.substr(0, at).ends_with('\'') || text.substr(0, at).ends_with("\u2019");
}

}  // namespace

DateOrder order_of_dates(std::string_view text, DateOrder otherwise) {
  bool day_first = false, month_first = false;
  const std::vector<Word> words = find_words(text);
  const auto number = [&](size_t i) {
    const std::string_view word = text.substr(words[i].begin, words[i].end - words[i].begin);
    return is_number(word) && word.size() <= 2 ? to_int(word) : 0;
  };
  const auto joined = [&](size_t i) {  // word i to the next, by the separator after word i
    const size_t end = words[i].end;
    return words[i + 1].begin == end + 1 && text[end] == text[words[i + 1].end] &&
           (text[end] == '/' || text[end] == '.' || text[end] == '-');
  };
  for (size_t i = 0; i + 2 < words.size(); ++i) {
    const size_t year_digits = words[i + 2].end - words[i + 2].begin;
    if (!joined(i) || words[i + 2].begin != words[i + 1].end + 1) continue;
    if ((year_digits != 2 && year_digits != 4) || !is_digit(text[words[i + 2].begin])) continue;
    const int first = number(i), second = number(i + 1);
    day_first |= first > 12 && first <= 31 && second >= 1 && second <= 12;
    month_first |= second > 12 && second <= 31 && first >= 1 && first <= 12;
  }
  if (day_first == month_first) return otherwise;
  return day_first ? DateOrder::kDayFirst : DateOrder::kMonthFirst;
}

std::vector<Word> date_words(std::string_view text) {
  std::vector<Word> out;
  for (const Word& word : find_words(text)) {
    const bool is_plain = is_ascii(text[word.begin]);
    const std::string folded = is_plain ? std::string() : fold(text, word);
    if ((folded == kFirst || folded == kSecond) && !out.empty()) {
      const std::string before = fold(text, out.back());
      if (before == kKanun || before == kTishrin) {
        out.back().end = word.end;
        continue;
      }
    }
    size_t begin = word.begin;
    for (size_t i = word.begin + 1; i <= word.end; ++i) {
      if (i == word.end || is_digit(text[i]) != is_digit(text[i - 1])) {
        out.push_back({begin, i});
        begin = i;
      }
    }
  }
  return out;
}

std::optional<DateParts> DateParts::read(std::string_view text, DateOrder order,
                                         std::string_view language, int missing_year) {
  DateParts date;
  date.text_ = text;
  date.missing_year_ = missing_year;
  for (const Word& word : date_words(text)) {
    if (!date.fields_.empty() && begins_time(text, word.begin)) {
      date.add_year_at_end();
      break;  // the time stays unchanged
    }
    const std::string_view surface = text.substr(word.begin, word.end - word.begin);
    if (is_number(surface)) {
      date.fields_.push_back({word.begin, word.end, Kind::kNumber, to_int(surface), nullptr});
      continue;
    }
    if (is_digits(surface)) {
      if (!date.add_solid(word.begin, word.end)) return std::nullopt;
      if (is_solid_time_behind(text.substr(word.end))) break;
      continue;
    }
    const std::string folded = fold(surface);
    // Whole names first: Romanian "marți" begins as "martie" does. A two-letter abbreviation is
    // read only in its own language: German "Di" is not an Italian word.
    const auto weekday = find_weekday(folded, language);
    const bool is_sure = weekday && (weekday->is_whole || folded.size() == 2);
    if (is_sure && date.take_weekday(word.begin, word.end, *weekday)) continue;
    if (is_among(folded, kFillers)) continue;
    if (const auto month = find_month(folded, language)) {
      date.fields_.push_back({word.begin, word.end, Kind::kMonthName, month->number, month->names});
    } else if (!weekday || !date.take_weekday(word.begin, word.end, *weekday)) {
      return std::nullopt;
    }
  }
  if (!date.place_all(order, language)) return std::nullopt;
  return date;
}

// Adds the fields of a date without separators, with the year first or last. The digits after it
// are a time of day.
bool DateParts::add_solid(size_t begin, size_t end) {
  const std::string_view digits = std::string_view(text_).substr(begin, end - begin);
  if (!fields_.empty() || digits.size() < kSolidDate) return false;
  if (digits.size() > kSolidDate && !is_solid_time(digits.substr(kSolidDate))) return false;
  const auto number = [&](size_t at, size_t size) { return to_int(digits.substr(at, size)); };
  const auto is_year = [](int year) { return year >= kFirstYear && year <= kLastYear; };
  const auto add = [&](size_t at, size_t size) {
    fields_.push_back({begin + at, begin + at + size, Kind::kNumber, number(at, size), nullptr});
  };
  if (is_year(number(0, 4)) && number(4, 2) >= 1 && number(4, 2) <= 12 && number(6, 2) <= 31) {
    add(0, 4), add(4, 2), add(6, 2);
  } else if (digits.size() == kSolidDate && is_year(number(4, 4))) {
    add(0, 2), add(2, 2), add(4, 4);
  } else {
    return false;
  }
  return true;
}

// Java and Unix write the year behind the time: "Sat Dec 31 00:00:00 EET 1910".
void DateParts::add_year_at_end() {
  constexpr size_t kDigits = 4;
  if (text_.size() <= kDigits || text_[text_.size() - kDigits - 1] != ' ') return;
  const size_t begin = text_.size() - kDigits;
  const std::string_view digits = std::string_view(text_).substr(begin);
  const auto has_year = [](const Field& field) { return field.end - field.begin == kDigits; };
  if (!is_digits(digits) || std::ranges::any_of(fields_, has_year)) return;
  fields_.push_back({begin, text_.size(), Kind::kNumber, to_int(digits), nullptr});
}

// Returns false if the date already has a weekday.
bool DateParts::take_weekday(size_t begin, size_t end, const Weekday& weekday) {
  if (weekday_) return false;
  weekday_ = {begin, end, weekday};
  return true;
}

// "mar" is March and, in three languages, Tuesday: turns the first month name that can also be a
// weekday into one. Returns false if there is none.
bool DateParts::take_month_as_weekday(std::string_view language) {
  for (auto field = fields_.begin(); field != fields_.end(); ++field) {
    if (field->kind != Kind::kMonthName) continue;
    const auto weekday =
        find_weekday(fold(text_.substr(field->begin, field->end - field->begin)), language);
    if (!weekday || !take_weekday(field->begin, field->end, *weekday)) continue;
    fields_.erase(field);
    return true;
  }
  return false;
}

bool DateParts::place_all(DateOrder order, std::string_view language) {
  if (fields_.empty() && weekday_) {
    using std::chrono::January;
    when_ = std::chrono::sys_days(std::chrono::year(kAnyYear) / January / 1) +
            std::chrono::days(weekday_->weekday.number);
    return true;
  }
  return place_fields(order) || (take_month_as_weekday(language) && place_fields(order));
}

// Whether a comma is between two fields, as between days of a list: "12., 13."
bool DateParts::are_listed(size_t a, size_t b) const {
  return text_.substr(fields_[a].end, fields_[b].begin - fields_[a].end).find(',') != text_.npos;
}

// Decides what each field is, and which day the date means.
bool DateParts::place_fields(DateOrder order) {
  day_ = month_ = year_ = kAbsent;
  if (fields_.empty() || fields_.size() > 3) return false;
  const auto is_year = [&](size_t i) { return fields_[i].end - fields_[i].begin == 4; };
  std::vector<size_t> numbers;
  for (size_t i = 0; i < fields_.size(); ++i) {
    if (fields_[i].kind == Kind::kMonthName) {
      if (month_ != kAbsent) return false;
      month_ = i;
    } else {
      numbers.push_back(i);
    }
  }
  // Years of four digits first, at either end; the rest are days, months and short years.
  for (const size_t i : numbers) {
    if (!is_year(i)) continue;
    if (year_ != kAbsent) return false;
    year_ = i;
  }
  std::erase_if(numbers, [&](size_t i) { return i == year_; });
  if (month_ != kAbsent) {
    if (numbers.size() > 2 || (numbers.size() == 2 && year_ != kAbsent)) return false;
    if (numbers.size() == 2) {  // "3 May 21"
      if (numbers[1] < month_) return false;
      day_ = numbers[0], year_ = numbers[1];
    } else if (numbers.size() == 1) {
      // "May 21" is read as a day if possible; "sep-04", "May '21" and, in languages that write the
      // day first, "maggio 21" are a month and a year.
      const Field& number = fields_[numbers[0]];
      const bool tied = number.begin > 0 && text_[number.begin - 1] == '-';
      const bool english =
          fields_[month_].names != nullptr && fields_[month_].names->language == "en";
      const bool two_digits = number.end - number.begin == 2;
      const bool short_year =
          year_ == kAbsent && numbers[0] > month_ &&
          (tied || number.value > 31 || (two_digits && !english) || is_elided(text_, number.begin));
      (short_year ? year_ : day_) = numbers[0];
    }
  } else if (numbers.size() == 3 && year_ == kAbsent) {
    year_ = numbers[2];
    numbers.pop_back();
  }
  if (month_ == kAbsent && numbers.size() == 2 && are_listed(numbers[0], numbers[1])) return false;
  if (month_ == kAbsent && numbers.size() == 2 && year_ == kAbsent) {
    const Field &first = fields_[numbers[0]], &second = fields_[numbers[1]];
    const int last_day = order == DateOrder::kDayFirst ? 12 : 31;  // the highest second field that
                                                                   // may be a day or month
    if (first.value <= 12 && second.value > last_day && second.end - second.begin == 2) {
      month_ = numbers[0], year_ = numbers[1];  // "03/21"
    }
  }
  if (month_ == kAbsent && numbers.size() == 2) {
    const bool year_first = year_ != kAbsent && year_ < numbers[0];
    const bool month_first = year_first || fields_[numbers[1]].value > 12 ||
                             (order == DateOrder::kMonthFirst && fields_[numbers[0]].value <= 12);
    month_ = numbers[month_first ? 0 : 1];
    day_ = numbers[month_first ? 1 : 0];
  } else if (month_ == kAbsent && numbers.size() == 1) {
    if (year_ == kAbsent) return false;  // a single small number
    month_ = numbers[0];
  }
  using std::chrono::day, std::chrono::month, std::chrono::year;
  const auto value = [&](size_t i, int absent) { return i == kAbsent ? absent : fields_[i].value; };
  int y = value(year_, missing_year_);
  if (year_ != kAbsent && !is_year(year_)) {
    if (fields_[year_].end - fields_[year_].begin != 2) return false;
    y += y < kCentury ? 2000 : 1900;
  }
  if (y < kFirstYear || y > kLastYear) return false;
  const std::chrono::year_month_day ymd(year(y), month(static_cast<unsigned>(value(month_, 6))),
                                        day(static_cast<unsigned>(value(day_, 15))));
  if (!ymd.ok()) return false;
  when_ = ymd;
  // "03/11" and "12/11" have two digits throughout; "3/11" and "12 May" do not.
  const auto two_digits = [&](size_t i) {
    return i == kAbsent || fields_[i].end - fields_[i].begin == 2;
  };
  const bool numeric = month_ != kAbsent && fields_[month_].kind == Kind::kNumber;
  const bool zero = day_ != kAbsent && text_[fields_[day_].begin] == '0';
  padded_ = (numeric && two_digits(day_) && two_digits(month_)) || zero;
  return true;
}

std::string DateParts::field_text(const Field& field, int value) const {
  const size_t width = field.end - field.begin;
  const std::string_view old = std::string_view(text_).substr(field.begin, width);
  if (field.kind == Kind::kNumber) {
    std::string digits = std::to_string(value);
    if (padded_ || width == 4) digits.insert(0, width - std::min(width, digits.size()), '0');
    return digits;
  }
  const auto& names = field.names->names;
  const std::string_view name = names[static_cast<size_t>(value) - 1];
  // "May" with a short weekday or a time of day is an abbreviation, as in "Sat, 11 May 2024".
  const bool may_be_brief = width == 3 && !field.names->language.empty();
  const bool is_brief = may_be_brief && ((weekday_ && !weekday_->weekday.is_whole) ||
                                         text_.find(':') != std::string::npos);
  const bool whole = !is_brief && fold(old) == fold(names[static_cast<size_t>(field.value) - 1]);
  // Abbreviated names keep their length; accented letters take two bytes and are not split.
  size_t n = whole ? name.size() : std::min(name.size(), width);
  while (n < name.size() && is_continuation(name[n])) ++n;
  return with_case_of(old, name.substr(0, n), field.names->language);
}

// The weekday moves by the days between both dates, so the year may be missing.
std::string DateParts::weekday_text(std::chrono::sys_days when) const {
  const auto& [begin, end, weekday] = *weekday_;
  const auto moved = weekday.number + (when - when_).count();
  const auto number = static_cast<size_t>((moved % 7 + 7) % 7);
  const WeekdayNames& names = *weekday.names;
  return with_case_of(std::string_view(text_).substr(begin, end - begin),
                      (weekday.is_whole ? names.whole : names.brief)[number], names.language);
}

std::string DateParts::write(std::chrono::sys_days when) const {
  const std::chrono::year_month_day ymd(when);
  const auto day = static_cast<unsigned>(ymd.day());
  std::string out;
  size_t at = 0;
  const auto copy_to = [&](size_t begin) { out += text_.substr(at, begin - at); };
  const auto write_weekday = [&](size_t before) {
    if (!weekday_ || weekday_->begin < at || weekday_->begin >= before) return;
    copy_to(weekday_->begin);
    at = weekday_->end;
    out += weekday_text(when);
  };
  for (size_t i = 0; i < fields_.size(); ++i) {
    const Field& field = fields_[i];
    write_weekday(field.begin);
    copy_to(field.begin);
    at = field.end;
    int value = static_cast<int>(ymd.year());
    if (i == year_) {
      if (field.end - field.begin == 2) {
        const std::string two = std::to_string(100 + value % 100).substr(1);
        out += two;
        continue;
      }
    } else {
      value = static_cast<int>(i == month_ ? static_cast<unsigned>(ymd.month()) : day);
    }
    out += field_text(field, value);
    if (i != day_) continue;
    const std::string_view old = ordinal_at(std::string_view(text_).substr(at));
    out += ordinal_like(old, day);
    at += old.size();
  }
  write_weekday(text_.size());
  return with_utc(out + text_.substr(at));
}

}  // namespace redact
