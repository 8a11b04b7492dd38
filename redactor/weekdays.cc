// SPDX-License-Identifier: Apache-2.0
#include "redactor/weekdays.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "base/word_list.h"
#include "language/language.h"
#include "language/weekday_names.h"
#include "language/words.h"
#include "redactor/resolve.h"

namespace redact {

namespace {

// Bytes beside a date that hold the longest name, an article and the gap between them, in any
// script.
constexpr size_t kReach = 64;
constexpr size_t kLongestGap = 3;  // ", "; " ("

// Words between the day and the date: "Montag, den 4.", "Monday the 4th"; in Arabic,
// "corresponding to". Folded.
constexpr auto kBetween = std::to_array<std::string_view>(
    {"the", "den", "dem", "der", "el", "le", "il", "di", "الموافق"});

// Holidays that name their weekday, folded.
constexpr auto kHolidays = word_list<
    "ash wednesday|black friday|cyber monday|easter monday|easter sunday|giving tuesday|"
    "good friday|holy saturday|holy thursday|maundy thursday|palm sunday|shrove tuesday|"
    "spy wednesday|whit monday|whit sunday",
    '|'>();

bool is_gap(std::string_view gap, std::string_view marks) {
  return !gap.empty() && gap.size() <= kLongestGap && gap.find_first_not_of(marks) == gap.npos;
}

bool writes_dates(const Policy& policy) {
  const Treatment* treatment = policy.treatment(Label::kDate);
  return policy.moves_dates() || (treatment != nullptr && treatment->op == Operator::kYear);
}

class Weekdays {
 public:
  Weekdays(std::string_view text, std::string_view language) : text_(text), language_(language) {}

  // The beginning of the name before `begin`; nullopt if there is none after `least`.
  std::optional<size_t> before(size_t begin, size_t least) const {
    size_t from = begin - std::min(kReach, begin - least);
    // A cut inside a character would give other words.
    while (from < begin && (static_cast<unsigned char>(text_[from]) & 0xC0) == 0x80) ++from;
    const std::string_view near = text_.substr(from, begin - from);
    const std::vector<Word> words = find_words(near);
    size_t end = near.size();
    for (size_t i = words.size(), n = 0; i-- > 0 && n < 2; ++n) {
      const std::string_view gap = near.substr(words[i].end, end - words[i].end);
      const std::string folded = fold(near, words[i]);
      // A word that begins at the cut may be a part of one.
      const bool is_cut = words[i].begin == 0 && from > least;
      if (!is_cut && is_name(near, words[i], folded)) {
        const bool is_whole = find_weekday(folded, language_)->is_whole;
        if (is_gap(gap, is_whole ? " ,\t" : " ,.\t")) return from + words[i].begin;
      }
      const bool is_between = std::ranges::count(kBetween, folded) > 0;
      if (!is_between || !is_gap(gap, " ")) return std::nullopt;
      end = words[i].begin;
    }
    return std::nullopt;
  }

  // The end of the name after `end`, with its bracket; nullopt if there is none before `most`.
  // `has_next`: another date begins at `most`; a name directly before it belongs to that date.
  std::optional<size_t> after(size_t end, size_t most, bool has_next) const {
    const std::string_view near = text_.substr(end, std::min(kReach, most - end));
    const std::vector<Word> words = find_words(near);
    if (words.empty()) return std::nullopt;
    const auto& [first, last] = words[0];
    if (!is_gap(near.substr(0, first), " ,(\t")) return std::nullopt;
    if (!is_name(near, words[0], fold(near, words[0]))) return std::nullopt;
    const std::string_view rest = near.substr(last);
    const bool reaches_next = has_next && rest.size() == most - end - last;
    if (reaches_next && (rest.empty() || is_gap(rest, " ,.\t"))) return std::nullopt;
    const bool closes = near[first - 1] == '(' && rest.starts_with(')');
    return end + last + closes;
  }

 private:
  // Abbreviations are also words of other languages ("per", "car"), and words in small letters ("O2
  // sat 04/11").
  bool is_name(std::string_view text, const Word& word, const std::string& folded) const {
    const auto weekday = find_weekday(folded, language_);
    if (!weekday || weekday->is_whole) return weekday.has_value();
    if (weekday->names->language != language_) return false;
    const bool has_capitals = language_ == "en" || language_ == "de";
    return !has_capitals || is_capital(text, word.begin);
  }

  std::string_view text_, language_;
};

}  // namespace

std::vector<Span> find_weekdays(std::string_view text, const Policy& policy) {
  std::vector<Span> found;
  if (!policy.moves_dates()) return found;
  const std::string_view language = guess_language(text);
  const bool has_capitals = language == "en" || language == "de" || language == "tr";
  std::optional<Word> before;
  for (const Word& word : find_words(text)) {
    const auto last = std::exchange(before, word);
    if (is_capital(text, word.begin) != has_capitals) continue;
    const std::string folded = fold(text, word);
    const auto weekday = find_weekday(folded, language);
    if (!weekday || !weekday->is_whole || weekday->names->language != language) continue;
    if (folded == "luni") continue;
    const bool is_behind = last && is_capital(text, last->begin) &&
                           text.substr(last->end, word.begin - last->end) == " ";
    const bool is_holiday = is_behind && is_among(fold(text, *last) + " " + folded, kHolidays);
    const size_t begin = is_holiday ? last->begin : word.begin;
    found.push_back({begin, word.end, Label::kDate, 0, SpanSource::kRule});
    found.back().shipped = true;
  }
  return found;
}

std::vector<Span> with_weekdays(std::string_view text, std::vector<Span> spans,
                                const Policy& policy, const std::vector<size_t>& walls) {
  const auto is_date = [](const Span& span) { return span.label == Label::kDate; };
  if (!writes_dates(policy) || std::none_of(spans.begin(), spans.end(), is_date)) return spans;
  const Weekdays weekdays(text, guess_language(text));
  for (size_t i = 0; i < spans.size(); ++i) {
    Span& span = spans[i];
    if (!is_date(span)) continue;
    const bool has_next = i + 1 < spans.size();
    const size_t least = i > 0 ? spans[i - 1].end : 0;
    const size_t most = has_next ? spans[i + 1].begin : text.size();
    if (const auto begin = weekdays.before(span.begin, least)) {
      span.begin = *begin;
    } else if (const auto end = weekdays.after(span.end, most, has_next && is_date(spans[i + 1]))) {
      span.end = *end;
    }
  }
  std::vector<Span> pieces = cut_at(walls, spans);
  for (Span& piece : pieces) {  // what joins two cells is in neither
    const bool is_cut = std::ranges::binary_search(walls, piece.end);
    while (is_cut && piece.end > piece.begin + 1 && is_space(text[piece.end - 1])) --piece.end;
  }
  return pieces;
}

}  // namespace redact
