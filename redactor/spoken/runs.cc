// SPDX-License-Identifier: Apache-2.0
#include "redactor/spoken/runs.h"

#include <algorithm>

#include "language/words.h"
#include "redactor/spoken/language_words.h"
#include "redactor/spoken/numbers.h"

namespace redact {

namespace {

constexpr size_t kFewestCharacters = 4, kFewestLetters = 3;
constexpr size_t kMostItems = 64;   // of a run, so that reading takes linear time
constexpr size_t kMostFillers = 2;  // "first of the first"
constexpr int64_t kLastDay = 31;

enum class RunItemKind : unsigned char { kDigits, kLetters, kOrdinal, kMark };

struct RunItem {
  RunItemKind kind;
  bool clear;     // spoken, by a word that is not ordinary
  bool ordinary;  // an ordinary word, which is dropped at the ends of a run
  size_t first, n_tokens;
  std::string text;
};

// Reads the run of one language that begins at a token.
class RunReader {
 public:
  RunReader(std::string_view text, const std::vector<SpokenToken>& tokens, size_t at,
            uint8_t language)
      : text_(text), tokens_(tokens), begin_(at), at_(at), language_(language) {
    german_ = kLanguageWords[language]->language == "de";
    english_ = kLanguageWords[language]->language == "en";
  }

  void read() {
    if (read_day()) return;
    take_plus();
    while (items_.size() < kMostItems && read_item()) take_mark();
    while (!items_.empty() && items_.back().kind == RunItemKind::kMark) items_.pop_back();
    cut_single_dot();
    trim();
  }

  bool is_material() const {
    if (items_.empty()) return false;
    size_t n_characters = 0, n_letters = 0, n_clear = 0, n_ordinals = 0, n_names = 0;
    for (const RunItem& item : items_) {
      n_clear += item.clear && item.kind != RunItemKind::kLetters;
      n_names += item.clear && item.kind == RunItemKind::kLetters;
      n_ordinals += item.kind == RunItemKind::kOrdinal;
      n_letters += item.kind == RunItemKind::kLetters ? item.text.size() : 0;
      n_characters += item.kind == RunItemKind::kMark ? 0 : item.text.size();
    }
    if (is_day_ || n_ordinals >= 2) return true;
    if (n_letters >= kFewestLetters && n_letters == n_characters) return true;
    // One name of a letter beside written digits is no evidence: "le 7745".
    if (n_clear > 1 && n_characters + 1 >= kFewestCharacters) return true;
    return (n_clear > 0 || n_names > 1) && n_characters >= kFewestCharacters;
  }

  size_t end() const {
    return items_.empty() ? begin_ : items_.back().first + items_.back().n_tokens;
  }
  size_t begin() const { return items_.empty() ? begin_ : items_.front().first; }

  std::vector<SpokenPiece> pieces() const {
    std::vector<SpokenPiece> out;
    for (const RunItem& item : items_) {
      out.push_back(
          {tokens_[item.first].begin, tokens_[item.first + item.n_tokens - 1].end, item.text});
    }
    return out;
  }

 private:
  // The token `n` further on, if it belongs to the current run; nullptr: none.
  const SpokenToken* after(size_t n) const {
    const size_t i = at_ + n;
    if (i >= tokens_.size()) return nullptr;
    if (i > begin_ && gap_between(text_, tokens_[i - 1], tokens_[i]) == Gap::kWide) return nullptr;
    return &tokens_[i];
  }
  const Meaning* meaning(size_t n, Spoken kind) const {
    const SpokenToken* token = after(n);
    return token == nullptr ? nullptr : token->as(kind, language_);
  }

  void push(RunItemKind kind, bool clear, bool ordinary, size_t n_tokens, std::string text) {
    items_.push_back({kind, clear, ordinary, at_, n_tokens, std::move(text)});
    at_ += n_tokens;
  }

  // Takes a plus sign before a number with a country's code.
  void take_plus() {
    const Meaning* mark = meaning(0, Spoken::kMark);
    if (mark == nullptr || mark->value != '+' || meaning(1, Spoken::kNumber) == nullptr) return;
    push(RunItemKind::kMark, false, false, 1, "+");
  }

  // Takes a mark between two items.
  void take_mark() {
    const Meaning* mark = meaning(0, Spoken::kMark);
    if (mark == nullptr || mark->value == '@' || mark->value == '+') return;
    push(RunItemKind::kMark, false, false, 1, std::string(1, static_cast<char>(mark->value)));
  }

  bool read_item() {
    const SpokenToken* token = after(0);
    if (token == nullptr) return false;
    return read_repeat() || read_ordinals() || read_digits() || read_letter(*token);
  }

  bool read_digits() {
    const SpokenNumber number = read_number(text_, tokens_, at_, language_);
    if (number.n_tokens > 0) {
      push(RunItemKind::kDigits, !number.ordinary, false, number.n_tokens,
           std::to_string(number.value));
      return true;
    }
    const SpokenToken& token = *after(0);
    if (!token.digits) return false;
    push(RunItemKind::kDigits, false, false, 1,
         std::string(text_.substr(token.begin, token.end - token.begin)));
    return true;
  }

  bool read_repeat() {
    const Meaning* repeat = meaning(0, Spoken::kRepeat);
    if (repeat == nullptr || after(1) == nullptr) return false;
    const SpokenToken& next = *after(1);
    const auto times = static_cast<size_t>(repeat->value);
    std::string one;
    RunItemKind kind = RunItemKind::kDigits;
    if (const Meaning* number = next.as(Spoken::kNumber, language_)) {
      if (number->value <= 9) one = std::to_string(number->value);
    } else if (next.digits && next.end - next.begin == 1) {
      one = text_[next.begin];
    } else if (const char letter = letter_of(next); letter != '\0') {
      one = letter;
      kind = RunItemKind::kLetters;
    }
    if (one.empty()) return false;
    push(kind, !repeat->ordinary, false, 2, std::string(times, one[0]));
    return true;
  }

  // The letter that a token means; 0: none.
  char letter_of(const SpokenToken& token) const {
    const Meaning* name = token.as(Spoken::kLetter, language_);
    if (name != nullptr) return static_cast<char>(name->value - 'a' + 'A');
    return token.letter;
  }

  bool begins_with(const SpokenToken& token, char letter) const {
    const std::string folded = fold(text_.substr(token.begin, token.end - token.begin));
    return folded.size() > 1 && folded[0] == letter - 'A' + 'a';
  }

  // "ventidue e quaranta": "e" joins two numbers and is not a letter.
  bool is_conjunction(const SpokenToken& token) const {
    const bool between = !items_.empty() && items_.back().kind == RunItemKind::kDigits &&
                         items_.back().text.size() > 1 && text_[token.begin] != token.letter;
    return between && token.as(Spoken::kAnd, language_) != nullptr &&
           read_number(text_, tokens_, at_ + 1, language_).value >= 10;
  }

  bool read_letter(const SpokenToken& token) {
    if (is_conjunction(token)) return false;
    if (const char letter = letter_of(token); letter != '\0') {
      // "emme come Milano", "b for bravo", "b bursa"
      const bool link = meaning(1, Spoken::kLink) != nullptr;
      const SpokenToken* word = after(link ? 2 : 1);
      const bool spelled = word != nullptr && begins_with(*word, letter) &&
                           (link || word->as(Spoken::kAlphabet, language_) != nullptr);
      const Meaning* name = token.as(Spoken::kLetter, language_);
      const bool common = name != nullptr ? name->ordinary : is_word(token);
      const bool clear = spelled || (name != nullptr && !common);
      push(RunItemKind::kLetters, clear, common && !spelled, spelled ? (link ? 3 : 2) : 1,
           std::string(1, letter));
      return true;
    }
    const Meaning* word = token.as(Spoken::kAlphabet, language_);
    if (word == nullptr) return false;
    push(RunItemKind::kLetters, !word->ordinary, word->ordinary, 1,
         std::string(1, static_cast<char>(word->value - 'a' + 'A')));
    return true;
  }

  // Whether a small letter by itself is a word of the language, such as "a".
  bool is_word(const SpokenToken& token) const {
    const std::string_view words = kLanguageWords[language_]->ordinary;
    const std::string one = {' ', text_[token.begin]};
    return words.find(one + " ") != words.npos || words.ends_with(one);
  }

  // Reads German dates in ordinals: "vierzehnter dritter".
  bool read_ordinals() {
    if (!german_) return false;
    const Meaning* first = meaning(0, Spoken::kOrdinal);
    if (first == nullptr || meaning(1, Spoken::kOrdinal) == nullptr) return false;
    for (int i = 0; i < 2; ++i) {
      push(RunItemKind::kOrdinal, true, false, 1,
           std::to_string(meaning(0, Spoken::kOrdinal)->value) + ".");
    }
    return true;
  }

  bool is_filler(size_t i) const { return tokens_[i].as(Spoken::kFiller, language_) != nullptr; }

  // Whether a month, or for an ordinal another ordinal, follows a day of `n_tokens`, with or
  // without fillers between. A month that is an ordinary word must have a year.
  bool is_before_month(size_t n_tokens, bool ordinal) const {
    size_t i = at_ + n_tokens;
    if (i >= tokens_.size()) return false;
    if (!ordinal && gap_between(text_, tokens_[i - 1], tokens_[i]) != Gap::kNone) return false;
    for (size_t n = 0; n < kMostFillers && i < tokens_.size() && is_filler(i); ++n) ++i;
    if (i >= tokens_.size() || gap_between(text_, tokens_[i - 1], tokens_[i]) == Gap::kWide) {
      return false;
    }
    if (const Meaning* month = tokens_[i].as(Spoken::kMonth, language_)) {
      return ordinal || !month->ordinary || begins_number(i + 1);
    }
    return ordinal && tokens_[i].as(Spoken::kOrdinal, language_) != nullptr;
  }

  // Whether a month, or for an ordinal another ordinal, precedes it. Only in English does an
  // ordinal follow a month. A number of two digits or more must follow at once: "October, four
  // pills".
  bool is_after_month(bool ordinal, int64_t value) const {
    size_t i = at_;
    for (size_t n = 0; n < kMostFillers && i > 0 && is_filler(i - 1); ++n) --i;
    if (i == 0) return false;
    const Gap gap = gap_between(text_, tokens_[i - 1], tokens_[i]);
    const Meaning* month = tokens_[i - 1].as(Spoken::kMonth, language_);
    if (gap != Gap::kNone) return false;
    if (ordinal && month == nullptr) {
      return tokens_[i - 1].as(Spoken::kOrdinal, language_) != nullptr;
    }
    if (ordinal) return english_;
    return month != nullptr && !month->ordinary && value >= 10;
  }
  bool begins_number(size_t i) const {
    if (i >= tokens_.size()) return false;
    return tokens_[i].digits || tokens_[i].as(Spoken::kNumber, language_) != nullptr ||
           tokens_[i].as(Spoken::kThousand, language_) != nullptr;
  }

  // Reads a day or a year beside the name of a month.
  bool read_day() {
    const SpokenNumber ordinal = read_ordinal(text_, tokens_, at_, language_);
    if (ordinal.n_tokens > 0 &&
        (is_before_month(ordinal.n_tokens, true) || is_after_month(true, ordinal.value))) {
      if (german_ && meaning(1, Spoken::kOrdinal) != nullptr) return false;
      is_day_ = true;
      push(RunItemKind::kOrdinal, true, false, ordinal.n_tokens,
           std::to_string(ordinal.value) + (german_ ? "." : ""));
      return true;
    }
    const SpokenNumber day = read_number(text_, tokens_, at_, language_);
    if (day.n_tokens == 0 || day.value < 1) return false;
    if (!is_before_month(day.n_tokens, false) && !is_after_month(false, day.value)) return false;
    const bool is_day = day.value <= kLastDay && !begins_number(at_ + day.n_tokens);
    if (!is_day) return read_year();
    is_day_ = true;
    push(RunItemKind::kDigits, true, false, day.n_tokens, std::to_string(day.value));
    return true;
  }

  // Reads the groups of a year after a month: "nineteen forty eight", "quarantotto".
  bool read_year() {
    const size_t before = at_;
    size_t n = 0;
    while (n < 4 && begins_number(at_) && after(0) != nullptr && read_digits()) {
      n += items_.back().text.size();
    }
    is_day_ = n == 2 || n == 4;
    if (is_day_) return true;
    items_.clear();
    at_ = before;
    return false;
  }

  // The word for a full stop also means the point of a number: a single one ends the run.
  void cut_single_dot() {
    const auto is_dot = [](const RunItem& item) {
      return item.kind == RunItemKind::kMark && item.text == ".";
    };
    if (std::count_if(items_.begin(), items_.end(), is_dot) != 1) return;
    items_.erase(std::find_if(items_.begin(), items_.end(), is_dot), items_.end());
  }

  // Drops ordinary words that also mean letters, such as "a" and "di", at the ends beside a digit,
  // and words for "and" beside letters if the run is a number.
  void trim() {
    const bool number = std::any_of(items_.begin(), items_.end(), [](const RunItem& item) {
      return item.kind == RunItemKind::kDigits;
    });
    const auto drops = [&](const RunItem& edge, const RunItem& inner) {
      if (!edge.ordinary || edge.kind != RunItemKind::kLetters) return false;
      return inner.kind != RunItemKind::kLetters ||
             (number && tokens_[edge.first].as(Spoken::kAnd, language_) != nullptr);
    };
    while (items_.size() > 1 && drops(items_.back(), items_[items_.size() - 2])) items_.pop_back();
    while (items_.size() > 1 && drops(items_.front(), items_[1])) items_.erase(items_.begin());
    while (!items_.empty() && items_.back().kind == RunItemKind::kMark) items_.pop_back();
  }

  std::string_view text_;
  const std::vector<SpokenToken>& tokens_;
  size_t begin_, at_;
  uint8_t language_;
  bool german_, english_;
  bool is_day_ = false;
  std::vector<RunItem> items_;
};

// The languages in which a token may be a part of a run, a bit for each.
uint32_t languages_of(const SpokenToken& token) {
  uint32_t bits = token.solid ? 1u << token.solid->language : 0;
  if (token.meanings == nullptr) return bits;
  for (const Meaning& meaning : *token.meanings) {
    if (meaning.kind <= Spoken::kLink) bits |= 1u << meaning.language;
  }
  return bits;
}

// The languages of a run that begins at a token. Single digits and letters have the language of the
// next words; a row of letters has none, and is read as English.
uint32_t languages_at(const std::vector<SpokenToken>& tokens, size_t at) {
  for (size_t i = at; i < tokens.size(); ++i) {
    const uint32_t bits = languages_of(tokens[i]);
    if (bits != 0 && (i > at || (!tokens[i].digits && tokens[i].letter == '\0'))) return bits;
    if (bits == 0 && !tokens[i].digits && tokens[i].letter == '\0') return i == at ? 0 : 1;
    if (i - at >= kMostItems) break;
  }
  return 1;
}

}  // namespace

SpokenRun read_run(std::string_view text, const std::vector<SpokenToken>& tokens, size_t at) {
  const uint32_t languages = languages_at(tokens, at);
  SpokenRun best;
  size_t longest = 1;
  for (uint8_t i = 0; i < kLanguageWords.size(); ++i) {
    if ((languages >> i & 1) == 0) continue;
    RunReader run(text, tokens, at, i);
    run.read();
    longest = std::max(longest, run.end() - at);
    if (!run.is_material() || (!best.pieces.empty() && run.end() - at <= best.n_tokens)) continue;
    best = {run.pieces(), run.end() - at};
  }
  if (best.pieces.empty() && longest >= kMostItems) best.n_tokens = longest;
  return best;
}

}  // namespace redact
