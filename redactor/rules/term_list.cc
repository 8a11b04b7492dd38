// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/term_list.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "language/words.h"
#include "redactor/rules/list_lines.h"
#include "redactor/span/merge_spans.h"

namespace redact {

namespace {

constexpr size_t kMaxGap = 3;          // bytes between two words of a term: ", " or " - "
constexpr size_t kMaxIndent = 12;      // bytes between the words of two lines
constexpr size_t kMinNamePart = 3;     // letters of a name, or a part of one, in any case
constexpr size_t kMaxDateWords = 6;    // "el 3 de mayo de 2020"
constexpr size_t kMaxDateBytes = 256;  // of these words, with the text between them
constexpr size_t kFoldedBytes = 4096;  // of a word, folded between two looks at the clock
constexpr size_t kMostZeros = 16;      // before a number: the digits of the longest usual ones

// Whether the characters between two words may occur inside a term: a few characters, or one line
// end with an optional hyphen or the like on either side.
bool joins_term(std::string_view gap) {
  if (gap.size() > kMaxIndent || gap.find_first_of(";:!?\"") != gap.npos) return false;
  if (gap.find_first_of("\r\n") == gap.npos) {
    return gap.size() <= kMaxGap || gap.find_first_not_of(" \t") == gap.npos;
  }
  if (std::count(gap.begin(), gap.end(), '\n') > 1) return false;
  const auto n_blanks = std::count_if(gap.begin(), gap.end(), is_space);
  return gap.size() - static_cast<size_t>(n_blanks) <= kMaxGap;
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

// Whether bytes [begin, end) are a piece of a file name, a URL or an account, which often have
// small letters.
bool is_in_path(std::string_view text, size_t begin, size_t end) {
  const auto is_part_at = [&](size_t at) {
    if (at >= text.size()) return false;
    const bool is_in_word = at > 0 && at + 1 < text.size() && is_alphanumeric(text[at - 1]) &&
                            is_alphanumeric(text[at + 1]);
    return text[at] == '.' ? is_in_word : std::string_view("/\\_@=&#").find(text[at]) != text.npos;
  };
  return is_part_at(end) || (begin > 0 && is_part_at(begin - 1));
}

// The end of the next piece of a word; it never divides a character. Characters are folded one by
// one.
size_t piece_end(std::string_view text, size_t at, size_t end) {
  if (end - at <= kFoldedBytes) return end;
  for (at += kFoldedBytes; at < end && is_continuation(text[at]); ++at) {
  }
  return at;
}

// Whether a word begins with so many zeros.
bool are_zeros(std::string_view word, size_t n) {
  return n <= std::min(kMostZeros, word.size()) &&
         word.substr(0, n).find_first_not_of('0') == word.npos;
}

// A name with its umlauts and the like written as they are without accents: "Größl", "Groeßl".
std::string without_umlauts(std::string_view name) {
  constexpr std::pair<std::string_view, std::string_view> kLetters[] = {
      {"ä", "ae"}, {"ö", "oe"}, {"ü", "ue"}, {"å", "aa"}, {"ø", "oe"}, {"æ", "ae"},
      {"Ä", "Ae"}, {"Ö", "Oe"}, {"Ü", "Ue"}, {"Å", "Aa"}, {"Ø", "Oe"}, {"Æ", "Ae"}};
  std::string out;
  for (size_t at = 0; at < name.size();) {
    const auto* letter = std::ranges::find_if(
        kLetters, [&](const auto& one) { return name.substr(at).starts_with(one.first); });
    const bool is_one = letter != std::end(kLetters);
    out += is_one ? letter->second : name.substr(at, 1);
    at += is_one ? letter->first.size() : 1;
  }
  return out;
}

// A folded name as that of an umlaut, which loses its accent: "groessl", "grossl".
std::string with_umlauts(std::string_view folded) {
  std::string out;
  for (const char c : folded) {
    const char before = out.empty() ? ' ' : out.back();
    const bool belongs = c == 'e' && (before == 'a' || before == 'o' || before == 'u');
    if (!belongs) out += c;
  }
  return out;
}

bool has_accent(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return !is_ascii(c); });
}

// The words, divided at the seams. Between two pieces nothing separates the words of a term.
std::vector<Word> divided_at(const std::vector<size_t>& seams, const std::vector<Word>& words) {
  std::vector<Word> pieces;
  auto seam = seams.begin();
  for (Word word : words) {
    for (; seam != seams.end() && *seam < word.end; ++seam) {
      if (*seam <= word.begin) continue;
      pieces.push_back({word.begin, *seam});
      word.begin = *seam;
    }
    pieces.push_back(word);
  }
  return pieces;
}

// Sorted, and disjoint for each label.
std::vector<Span> merged_by_label(std::vector<Span> spans) {
  std::stable_sort(spans.begin(), spans.end(),
                   [](const Span& a, const Span& b) { return a.label < b.label; });
  std::vector<Span> all;
  for (auto first = spans.begin(); first != spans.end();) {
    const auto last = std::find_if(first, spans.end(),
                                   [&](const Span& span) { return span.label != first->label; });
    const std::vector<Span> merged = merge_spans({first, last});
    all.insert(all.end(), merged.begin(), merged.end());
    first = last;
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Span& a, const Span& b) { return a.begin < b.begin; });
  return all;
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

Result<std::vector<uint32_t>> TermList::lines_held(const UserFile& deny) const {
  std::vector<uint32_t> lines;
  if (empty()) return lines;
  REDACT_TRY(read_list_lines(deny, [&](std::string_view line, uint32_t number) -> Result<void> {
    const std::string_view term = line.substr(line.find('\t') + 1);
    const std::vector<Word> words = find_words(term);
    for (const Span& held : find(term, SpanSource::kAllow)) {
      if (held.begin > words.front().begin || held.end < words.back().end) continue;
      lines.push_back(number);
      break;
    }
    return {};
  }));
  return lines;
}

void TermList::add(std::string_view term, Label label, uint32_t line) {
  const std::string key = squeeze(term);
  if (key.empty()) return;
  add_string(key, {label, false, false, line});
  const std::vector<Word> words = find_words(term);
  for (size_t i = 1; i < words.size(); ++i) {
    const std::string_view gap = gap_before(term, words, i);
    if (!joins_term(gap)) gaps_.emplace(gap);
  }
}

void TermList::add_known(std::string_view value, Label label) {
  const std::string whole = squeeze(value);
  if (is_name(label) && count_characters(whole) < kMinNamePart) {  // "Le" and "le" are two words
    if (!whole.empty()) add_string(whole, {label, true});
  } else {
    add(value, label);
    if (is_name(label)) add_spellings(value, false, label);
  }
  if (label == Label::kPatient) patient_names_.emplace_back(value);
  // FAMILY is not a label of names, but its value here may be a name that the caller knows ("Helen
  // Ellison"). A capitalised word of kinship ("Mother") is then hidden too, which costs less than
  // leaking a name.
  if (is_name(label) || label == Label::kFamily) {
    for (const Word& word : find_words(value)) {
      const std::string key = fold(value, word);
      if (count_characters(key) >= kMinNamePart && may_begin_name(value, word.begin)) {
        add_string(key, {label, true});
        add_spellings(value.substr(word.begin, word.end - word.begin), true, label);
      }
    }
  }
  if (label == Label::kDate) {
    const auto date = DateParts::read(value, order_);
    if (!date || !date->has_year()) return;
    const std::chrono::year_month_day ymd(date->day());
    dates_.insert({static_cast<int>(ymd.year()),
                   date->has_month() ? static_cast<unsigned>(ymd.month()) : 0,
                   date->has_day() ? static_cast<unsigned>(ymd.day()) : 0});
    if (!date->has_day()) return;
    for (const std::string& form : solid_forms(date->day(), order_)) add(form, label);
  }
}

// Adds what a name is called where its umlauts are written in the other way.
void TermList::add_spellings(std::string_view name, bool capital, Label label) {
  const std::string key = squeeze(name), plain = squeeze(without_umlauts(name));
  const bool has_umlaut = plain != key;
  if (has_umlaut) add_string(plain, {label, capital});
  // The umlaut of a name without one must be there: "Manuel" is not "manul", a cat.
  const std::string umlaut = with_umlauts(plain);
  if (umlaut != key) add_string(umlaut, {label, capital, !has_umlaut});
}

void TermList::add_string(std::string_view string, const Term& term) {
  const TermAutomaton::State state = strings_->automaton.add(string);
  strings_->automaton.mark(state);
  strings_->are_linked = false;
  std::vector<Term>& terms = terms_[state];
  const auto same = std::find_if(terms.begin(), terms.end(),
                                 [&](const Term& other) { return other.label == term.label; });
  if (same == terms.end()) {
    terms.push_back(term);
  } else {
    same->capital = same->capital && term.capital;
    same->accented = same->accented && term.accented;
    same->padded = same->padded || term.padded;
    if (!term.capital) same->line = term.line;
  }
}

const TermAutomaton& TermList::automaton() const {
  if (!strings_->are_linked.load(std::memory_order_acquire)) {
    const std::lock_guard lock(strings_->mutex);
    if (!strings_->are_linked) strings_->automaton.link();
    strings_->are_linked.store(true, std::memory_order_release);
  }
  return strings_->automaton;
}

bool TermList::may_join(std::string_view gap) const {
  return joins_term(gap) || gaps_.contains(gap);
}

// The known dates, months and years that a date equals or lies in.
std::set<TermList::KnownDate> TermList::known_of(const DateParts& date) const {
  if (!date.has_year()) return {};
  const std::chrono::year_month_day ymd(date.day());
  const int year = static_cast<int>(ymd.year());
  const unsigned month = date.has_month() ? static_cast<unsigned>(ymd.month()) : 0;
  const unsigned day = date.has_day() ? static_cast<unsigned>(ymd.day()) : 0;
  std::set<KnownDate> known = {{year, 0, 0}, {year, month, 0}, {year, 0, day}, {year, month, day}};
  std::erase_if(known, [this](const KnownDate& one) { return !dates_.contains(one); });
  return known;
}

std::vector<Span> TermList::find(std::string_view text, SpanSource source, StopCheck& stop,
                                 const std::vector<size_t>& seams) const {
  std::vector<Span> found;
  if (terms_.empty()) return found;
  std::vector<Word> words = find_words(text, stop);
  if (!dates_.empty()) find_dates(text, words, source, stop, found);
  if (!seams.empty()) {
    words = divided_at(seams, words);
    // A date is of a few words, which may now be more.
    if (!dates_.empty()) find_dates(text, words, source, stop, found);
  }
  find_terms(text, words, source, stop, found);
  return merged_by_label(std::move(found));
}

void TermList::find_terms(std::string_view text, const std::vector<Word>& words, SpanSource source,
                          StopCheck& stop, std::vector<Span>& found) const {
  const TermAutomaton& strings = automaton();
  TermAutomaton::State state = TermAutomaton::kStart;
  size_t n_folded = 0;         // bytes of all words
  size_t run = 0;              // the first word that may be in one term with this
  std::vector<size_t> begins;  // the beginning of each word in the folded text
  for (size_t j = 0; j < words.size(); ++j) {
    if (j > 0 && !may_join(gap_before(text, words, j))) {
      run = j;
      state = TermAutomaton::kStart;
    }
    begins.push_back(n_folded);
    for (size_t at = words[j].begin, end; at < words[j].end; at = end) {
      end = piece_end(text, at, words[j].end);
      if (stop.after(end - at)) return;
      const std::string folded = fold(text.substr(at, end - at));
      for (const char byte : folded) state = strings.next(state, byte);
      n_folded += folded.size();
    }
    for (auto hit = strings.longest(state); hit != TermAutomaton::kStart;
         hit = strings.shorter(hit)) {
      if (stop.after(1)) return;
      // Several words begin here if some of them fold to nothing.
      const size_t begin = n_folded - strings.length(hit);
      auto [first, last] =
          std::equal_range(begins.begin() + static_cast<ptrdiff_t>(run), begins.end(), begin);
      const bool is_padded = first == last;
      if (is_padded) {
        --first;  // the word with the match; the first one of the run begins at `run`
        const Word& word = words[static_cast<size_t>(first - begins.begin())];
        if (!are_zeros(text.substr(word.begin, word.end - word.begin), begin - *first)) continue;
      }
      for (const Term& term : terms_.find(hit)->second) {
        if (is_padded && !term.padded) continue;
        const Word& word =
            words[static_cast<size_t>((term.capital ? last - 1 : first) - begins.begin())];
        if (term.capital && !may_begin_name(text, word.begin) &&
            !is_in_path(text, word.begin, words[j].end)) {
          continue;
        }
        if (term.accented && !has_accent(text.substr(word.begin, words[j].end - word.begin)))
          continue;
        found.push_back({word.begin, words[j].end, term.label, 0, source, false, term.line});
      }
    }
  }
}

void TermList::find_dates(std::string_view text, const std::vector<Word>& words, SpanSource source,
                          StopCheck& stop, std::vector<Span>& found) const {
  // The last date that equals or lies in a known one. The next such date begins after it, or at the
  // same place.
  std::map<KnownDate, std::pair<size_t, size_t>> last;
  for (size_t i = 0; i < words.size(); ++i) {
    for (size_t j = i; j < words.size() && j - i < kMaxDateWords; ++j) {
      if (j > i && !joins_term(gap_before(text, words, j))) break;
      // The colon of a time shows where the date before it ends: "1948-03-14T07:31".
      const size_t end = words[j].end + text.substr(words[j].end).starts_with(':');
      if (end - words[i].begin > kMaxDateBytes) break;
      if (stop.after(end - words[i].begin)) return;
      const auto date = DateParts::read(text.substr(words[i].begin, end - words[i].begin), order_);
      if (!date) continue;
      for (const KnownDate& known : known_of(*date)) {
        auto& [last_begin, last_end] = last[known];
        if (last_begin < words[i].begin && words[i].begin < last_end) continue;
        last_begin = words[i].begin;
        last_end = words[j].end;
        found.push_back({last_begin, last_end, Label::kDate, 0, source, false, 0});
      }
    }
  }
}

}  // namespace redact
