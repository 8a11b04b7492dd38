// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/term_list.h"

#include <algorithm>
#include <array>

#include "redactor/rules/list_lines.h"
#include "redactor/span/merge_spans.h"
#include "redactor/text/words.h"

namespace redact {

namespace {

constexpr size_t kMaxGap = 3;        // bytes between two words of a term: ", " or " - "
constexpr size_t kMaxIndent = 12;    // bytes between the words of two lines
constexpr size_t kMinNamePart = 3;   // letters of a name, or a part of one, in any case
constexpr size_t kMaxDateWords = 6;  // "el 3 de mayo de 2020"

// Whether the characters between two words may be inside a term: a few, or one line end.
bool joins_term(std::string_view gap) {
  if (gap.find_first_not_of(" \t\r\n") == gap.npos) {
    return gap.size() <= kMaxIndent && std::count(gap.begin(), gap.end(), '\n') <= 1;
  }
  return gap.size() <= kMaxGap && gap.find_first_of("\n\r;:!?\"") == gap.npos;
}

std::string_view gap_before(std::string_view text, const std::vector<Word>& words, size_t i) {
  return text.substr(words[i - 1].end, words[i].begin - words[i - 1].end);
}

// A date written without separators, which DateParts does not read: 14031948 and 19480314.
std::array<std::string, 2> solid_forms(std::chrono::sys_days date, DateOrder order) {
  const std::chrono::year_month_day ymd(date);
  const auto two = [](unsigned n) { return std::to_string(100 + n).substr(1); };
  const std::string day = two(static_cast<unsigned>(ymd.day()));
  const std::string month = two(static_cast<unsigned>(ymd.month()));
  const std::string year = std::to_string(static_cast<int>(ymd.year()));
  return {(order == DateOrder::kDayFirst ? day + month : month + day) + year, year + month + day};
}

// Whether a date is a known one, or lies in a known month or year.
bool lies_in(const DateParts& date, const DateParts& known) {
  const std::chrono::year_month_day a(date.day()), b(known.day());
  return date.has_year() && a.year() == b.year() &&
         (!known.has_month() || (date.has_month() && a.month() == b.month())) &&
         (!known.has_day() || (date.has_day() && a.day() == b.day()));
}

// A line whose term can match nothing is a mistake and is reported.
Result<void> add_line(TermList& list, std::string_view term, Label label, uint32_t number) {
  if (find_words(term).empty()) {
    return Error{ErrorKind::kBadInput, list_line(number), "has a term without a letter or digit"};
  }
  list.add(term, label, number);
  return {};
}

}  // namespace

Result<TermList> TermList::read_deny(const UserFile& file) {
  TermList list;
  REDACT_TRY(read_list_lines(file, [&](std::string_view line, uint32_t number) -> Result<void> {
    const size_t tab = line.find('\t');
    if (tab == line.npos) {
      return Error{ErrorKind::kBadInput, list_line(number), "is not LABEL, a tab and a term"};
    }
    const auto label = find_label(line.substr(0, tab));
    if (!label) return Error{ErrorKind::kBadInput, list_line(number), "begins with no label"};
    return add_line(list, line.substr(tab + 1), *label, number);
  }));
  return list;
}

Result<TermList> TermList::read_allow(const UserFile& file) {
  TermList list;
  REDACT_TRY(read_list_lines(file, [&](std::string_view line, uint32_t number) {
    return add_line(list, line, Label::kOther, number);
  }));
  return list;
}

void TermList::add(std::string_view term, Label label, uint32_t line) {
  std::string key = squeeze(term);
  if (key.empty()) return;
  longest_ = std::max(longest_, key.size());
  terms_.insert_or_assign(std::move(key), Term{label, false, line});
  const std::vector<Word> words = find_words(term);
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string_view gap = gap_before(term, words, i);
    if (!joins_term(gap)) gaps_.emplace(gap);
  }
}

void TermList::add_known(std::string_view value, Label label) {
  const std::string whole = squeeze(value);
  if (is_name(label) && count_characters(whole) < kMinNamePart) {  // "Le" and "le" are two words
    longest_ = std::max(longest_, whole.size());
    if (!whole.empty()) terms_.emplace(whole, Term{label, true, 0});
  } else {
    add(value, label);
  }
  if (label == Label::kPatient) patient_names_.emplace_back(value);
  // FAMILY is not a label of names, but its value here may be a name that the caller knows ("Helen
  // Ellison"). A capitalised word of kinship ("Mother") is then hidden too, which costs less than
  // leaking a name.
  if (is_name(label) || label == Label::kFamily) {
    for (const Word& word : find_words(value)) {
      std::string key = fold(value, word);
      if (count_characters(key) >= kMinNamePart && may_begin_name(value, word.begin)) {
        longest_ = std::max(longest_, key.size());
        terms_.emplace(std::move(key), Term{label, true, 0});
      }
    }
  }
  if (label == Label::kDate) {
    const auto date = DateParts::read(value, order_);
    if (!date || !date->has_year()) return;
    dates_.push_back(*date);
    if (!date->has_day()) return;
    for (const std::string& form : solid_forms(date->day(), order_)) add(form, label);
  }
}

std::vector<Span> TermList::find(std::string_view text, SpanSource source) const {
  std::vector<Span> found;
  if (terms_.empty()) return found;
  const std::vector<Word> words = find_words(text);
  std::vector<std::string> folded;
  folded.reserve(words.size());
  for (const Word& word : words) folded.push_back(fold(text, word));
  size_t date_end = 0;  // the end of the last date: the next begins after it
  for (size_t i = 0; i < words.size(); ++i) {
    std::string key;
    const bool may_be_date = !dates_.empty() && words[i].begin >= date_end;
    for (size_t j = i; j < words.size(); ++j) {
      if (j > i) {
        const std::string_view gap = gap_before(text, words, j);
        if (!joins_term(gap) && !gaps_.contains(gap)) break;
      }
      key += folded[j];
      const bool date_goes_on = may_be_date && j - i < kMaxDateWords;
      if (key.size() > longest_ && !date_goes_on) break;
      const auto hit = [&](Label label, uint32_t line) {
        found.push_back({words[i].begin, words[j].end, label, 0, source, false, line});
      };
      const auto term = terms_.find(key);
      if (term != terms_.end() && (!term->second.capital || may_begin_name(text, words[i].begin))) {
        hit(term->second.label, term->second.line);
      }
      if (!date_goes_on) continue;
      // The colon of a time shows where the date before it ends: "1948-03-14T07:31".
      const size_t end = words[j].end + text.substr(words[j].end).starts_with(':');
      const auto date = DateParts::read(text.substr(words[i].begin, end - words[i].begin), order_);
      const auto is_it = [&](const DateParts& known) { return date && lies_in(*date, known); };
      if (std::none_of(dates_.begin(), dates_.end(), is_it)) continue;
      hit(Label::kDate, 0);
      date_end = words[j].end;
    }
  }
  return merge_spans(std::move(found));
}

}  // namespace redact
