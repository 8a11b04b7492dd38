// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "language/weekday_names.h"
#include "language/words.h"

namespace redact {

struct MonthNames;

enum class DateOrder { kDayFirst, kMonthFirst };

// The order in which a text writes the day and the month of dates in numbers. Dates that can be
// read in only one order, such as 14/03/2024, decide; `otherwise` is returned if the text has no
// such date or if they contradict each other.
DateOrder order_of_dates(std::string_view text, DateOrder otherwise);

// The year of dates without one, where no other is known. It is not a leap year.
inline constexpr int kAnyYear = 2001;

// The words of a text, as dates consist of them: digits and letters are separated ("15MAR2020"),
// and a month name of two words is one.
std::vector<Word> date_words(std::string_view text);

// A date as written: the day that it means and the positions of its fields, so that another day can
// be written in the same form. It reads month names in the languages of language/language.h, whole
// or abbreviated ("Sept."), months in Roman numerals ("12.XI.2023"), numbers with any separators, a
// complete date of digits without separators ("20241104083000+0100", "04112024"), and years of two
// or four digits; fields may be missing. A weekday, with a date or alone, is a field that moves
// too. A time of day stays unchanged, but for its zone (language/time_zone.h).
class DateParts {
 public:
  // nullopt if `text` is not one day, month, year or day of the week. `order` decides if two
  // numbers could each be the day or the month. With the day first, "03/21" and "maggio 21" are a
  // month and a year; "May 21" is a day. A month name that several languages share ("mai") is read
  // as one of `language` (language/language.h) if that language has it, so that another month is
  // written in the same language. `missing_year`: that of a date without one; it decides whether
  // the date and another lie on two sides of a 29 February.
  static std::optional<DateParts> read(std::string_view text, DateOrder order,
                                       std::string_view language = {}, int missing_year = kAnyYear);

  bool has_month() const { return month_ != kAbsent; }
  bool has_day() const { return day_ != kAbsent; }
  bool has_year() const { return year_ != kAbsent; }
  // Whether the year is written with its century.
  bool has_whole_year() const {
    return has_year() && fields_[year_].end - fields_[year_].begin == 4;
  }

  // The day that the date means. A missing month is taken as June and a missing day as the 15th.
  // These are in the middle of the period that the date names, so a shift changes the fields that
  // are present as rarely as possible, and an interval between two such dates is right to half a
  // month or half a year. A day of the week alone is one of the first seven days of kAnyYear.
  std::chrono::sys_days day() const { return when_; }

  // Another day in the same form: same fields, separators, widths, language and case; the ending of
  // its ordinal ("1st", "1er"), and UTC in place of the zone.
  std::string write(std::chrono::sys_days when) const;

 private:
  enum class Kind { kNumber, kMonthName };
  struct Field {
    size_t begin, end;  // bytes of text_
    Kind kind;
    int value;                // a number as written; 1..12 for a month name
    const MonthNames* names;  // for a month name, else null
  };
  struct WeekdayField {
    size_t begin, end;  // bytes of text_
    Weekday weekday;
  };
  static constexpr size_t kAbsent = static_cast<size_t>(-1);

  bool add_solid(size_t begin, size_t end);
  void add_year_at_end();
  bool take_weekday(size_t begin, size_t end, const Weekday& weekday);
  bool take_month_as_weekday(std::string_view language);
  bool place_all(DateOrder order, std::string_view language);
  bool place_fields(DateOrder order);
  bool are_listed(size_t a, size_t b) const;
  std::string field_text(const Field& field, int value) const;
  std::string weekday_text(std::chrono::sys_days when) const;

  std::string text_;
  std::vector<Field> fields_;
  std::optional<WeekdayField> weekday_;
  size_t day_ = kAbsent, month_ = kAbsent, year_ = kAbsent;  // indices into fields_
  bool padded_ = false;  // days and months below 10 have a leading zero
  int missing_year_ = kAnyYear;
  std::chrono::sys_days when_{};
};

}  // namespace redact
