// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace redact {

enum class DateOrder { kDayFirst, kMonthFirst };

// The order in which a text writes dates in numbers, by those that can be read in one alone, such
// as 14/03/2024; `otherwise` where it has none or they contradict each other.
DateOrder order_of_dates(std::string_view text, DateOrder otherwise);

// A date as it is written: which day it means and where its fields stand, so that another day can
// be written in the same form. English, Spanish, Italian, French and German month names, whole or
// cut ("Sept."), numbers with any separators, years of two or four digits; fields may be missing. A
// time of day behind them stays as it is.
class DateParts {
 public:
  // nullopt where `text` is no date of one day, month or year. A day and a month in numbers that
  // could stand either way are read in `order`; "03/21", day first, is a month and a year, and so
  // is "maggio 21", but not "May 21".
  static std::optional<DateParts> read(std::string_view text, DateOrder order);

  bool has_day() const { return day_ != kAbsent; }
  bool has_year() const { return year_ != kAbsent; }
  // Written with its century.
  bool has_whole_year() const {
    return has_year() && fields_[year_].end - fields_[year_].begin == 4;
  }

  // The day that is meant. A missing year is 2001 (no leap year), a missing month June, a missing
  // day the 15th: the middle, which moves over a border as rarely as it may.
  std::chrono::sys_days day() const { return when_; }

  // Another day in the same form: same fields, separators, widths, language and case.
  std::string write(std::chrono::sys_days when) const;

 private:
  enum class Kind { kNumber, kMonthName };
  struct Field {
    size_t begin, end;  // bytes of text_
    Kind kind;
    int value;         // of a number as written; 1..12 of a month's name
    size_t name_list;  // language of a month's name
  };
  static constexpr size_t kAbsent = static_cast<size_t>(-1);

  bool place_fields(DateOrder order);
  std::string field_text(const Field& field, int value) const;

  std::string text_;
  std::vector<Field> fields_;
  size_t day_ = kAbsent, month_ = kAbsent, year_ = kAbsent;  // into fields_
  bool padded_ = false;  // days and months below 10 carry a zero
  std::chrono::sys_days when_{};
};

}  // namespace redact
