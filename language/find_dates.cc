// SPDX-License-Identifier: Apache-2.0
#include "language/find_dates.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "base/ascii.h"
#include "language/date_parts.h"
#include "language/month_names.h"

namespace redact {

namespace {

constexpr int kEarliest = 1900, kLatest = 2099;  // numbers outside are rarely years
constexpr size_t kDateDigits = 8;                // digits of a date without separators
constexpr size_t kWidestGap = 4;                 // bytes between two words of a date: ". ", " de "

bool is_full_date(std::string_view text) {
  for (const DateOrder order : {DateOrder::kDayFirst, DateOrder::kMonthFirst}) {
    const auto date = DateParts::read(text, order);
    if (!date || !date->has_whole_year() || !date->has_month()) continue;
    const int year = static_cast<int>(std::chrono::year_month_day(date->day()).year());
    if (year >= kEarliest && year <= kLatest) return true;
  }
  return false;
}

class DateFinder {
 public:
  explicit DateFinder(std::string_view text) : text_(text), words_(date_words(text)) {}

  std::vector<Word> find() const {
    std::vector<Word> found;
    for (size_t i = 0; i < words_.size();) {
      const auto date = date_at(i);
      if (!date) {
        ++i;
        continue;
      }
      found.push_back(*date);
      while (i < words_.size() && words_[i].begin < date->end) ++i;
    }
    return found;
  }

 private:
  std::string_view word(size_t i) const {
    return text_.substr(words_[i].begin, words_[i].end - words_[i].begin);
  }
  std::string_view gap_before(size_t i) const {
    return text_.substr(words_[i - 1].end, words_[i].begin - words_[i - 1].end);
  }

  // A date that begins with a word.
  std::optional<Word> date_at(size_t i) const {
    const std::string_view first = word(i);
    const size_t begin = words_[i].begin;
    if (all_digits(first) && first.size() >= kDateDigits) {
      // The digits that follow are a time or a number.
      const std::string_view date = first.substr(0, kDateDigits);
      const bool may_go_on = "1900" <= first.substr(0, 4) && first.substr(0, 4) <= "2099";
      if ((first.size() > kDateDigits && !may_go_on) || !is_full_date(date)) return std::nullopt;
      return Word{begin, begin + kDateDigits};
    }
    for (size_t n = 3; n >= 2; --n) {
      if (i + n > words_.size() || !are_numbers(i, n)) continue;
      const size_t end = words_[i + n - 1].end;
      if (is_full_date(text_.substr(begin, end - begin))) return Word{begin, end};
    }
    return with_month_name(i);
  }

  // Whether words are numbers with the same mark between them, as in a date.
  bool are_numbers(size_t i, size_t n) const {
    for (size_t j = i; j < i + n; ++j) {
      if (word(j).size() > 4 || !all_digits(word(j))) return false;
    }
    const std::string_view mark = gap_before(i + 1);
    if (mark.size() != 1 || std::string_view("-./_ ").find(mark[0]) == mark.npos) return false;
    // A year and a month, not a range of years. With another mark, they are versions and fractions.
    if (n == 2) return word(i).size() == 4 && word(i + 1).size() == 2 && mark == "-";
    if (gap_before(i + 2) != mark) return false;
    // Numbers separated by points may be part of a version or an object identifier.
    return mark != "." || !(goes_on_before(i) || goes_on_behind(i + 2));
  }

  bool goes_on_before(size_t i) const {
    const size_t at = words_[i].begin;
    return at > 1 && text_[at - 1] == '.' && is_digit(text_[at - 2]);
  }
  bool goes_on_behind(size_t i) const {
    const size_t at = words_[i].end;
    return at + 1 < text_.size() && text_[at] == '.' && is_digit(text_[at + 1]);
  }

  // A month's name, a year, perhaps a day, and the words between: "4 de noviembre de 2024".
  std::optional<Word> with_month_name(size_t i) const {
    constexpr size_t kMostWords = 6;
    size_t last = i;  // last word so far: a year is there, gaps are small
    for (size_t j = i; j < std::min(words_.size(), i + kMostWords); ++j) {
      if (j > i && gap_before(j).size() > kWidestGap) break;
      if (word(j).size() == 4 && all_digits(word(j))) last = j;
    }
    std::optional<Word> longest;
    bool has_month = false;
    for (size_t j = i; last > i && j <= last; ++j) {
      has_month = has_month || is_month(j);
      const size_t begin = words_[i].begin, end = words_[j].end;
      if (has_month && is_full_date(text_.substr(begin, end - begin))) longest = {begin, end};
    }
    return longest;
  }

  bool is_month(size_t i) const {
    if (is_digit(word(i)[0])) return false;
    const auto month = find_month(fold(text_, words_[i]), {});
    return month && !month->names->language.empty();  // not a Roman numeral
  }

  std::string_view text_;
  std::vector<Word> words_;
};

}  // namespace

std::vector<Word> find_dates(std::string_view text) {
  // A year has four digits.
  if (std::count_if(text.begin(), text.end(), is_digit) < 4) return {};
  return DateFinder(text).find();
}

}  // namespace redact
