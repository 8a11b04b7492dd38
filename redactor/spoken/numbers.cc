// SPDX-License-Identifier: Apache-2.0
#include "redactor/spoken/numbers.h"

#include "redactor/spoken/language_words.h"

namespace redact {

namespace {

// Reads numbers at a position that only moves forward.
class NumberReader {
 public:
  NumberReader(std::string_view text, const std::vector<SpokenToken>& tokens, size_t at,
               uint8_t language)
      : text_(text), tokens_(tokens), begin_(at), at_(at), language_(language) {
    const LanguageWords& words = *kLanguageWords[language];
    order_ = words.order;
    french_ = words.language == "fr";
    turkish_ = words.language == "tr";
    const bool says_one = words.language == "en" || words.language == "de";
    fewest_ = says_one ? 1 : 2;
  }

  SpokenNumber number() {
    int64_t value = below_million();
    if (value < 0) return {};
    if (take(Spoken::kMillion)) value = value * 1000000 + more(&NumberReader::below_million);
    return done(value);
  }

  SpokenNumber ordinal() {
    if (const Meaning* tens = here(Spoken::kNumber); tens != nullptr && tens->value % 10 == 0) {
      const Meaning* units =
          order_ == NumberOrder::kTensUnits ? after(1, Spoken::kOrdinal) : nullptr;
      if (units != nullptr && tens->value >= 20 && units->value < 10) {
        at_ += 2;
        ordinary_ = false;
        return done(tens->value + units->value);
      }
    }
    const Meaning* first = here(Spoken::kOrdinal);
    if (first == nullptr) return {};
    ordinary_ = first->ordinary;
    ++at_;
    const Meaning* tens = here(Spoken::kOrdinal);
    if (order_ != NumberOrder::kUnitsAndTens || first->value > 9 || tens == nullptr ||
        tens->value < 20 || !tokens_[at_].joined_and) {
      return done(first->value);
    }
    ++at_;
    return done(first->value + tens->value);
  }

 private:
  SpokenNumber done(int64_t value) const { return {value, at_ - begin_, ordinary_}; }

  // The meaning of the token `n` further on, if it belongs to the current number.
  const Meaning* after(size_t n, Spoken kind) const {
    const size_t i = at_ + n;
    if (i >= tokens_.size()) return nullptr;
    if (i > begin_ && gap_between(text_, tokens_[i - 1], tokens_[i]) != Gap::kNone) return nullptr;
    return tokens_[i].as(kind, language_);
  }
  const Meaning* here(Spoken kind) const { return after(0, kind); }
  bool take(Spoken kind) {
    const Meaning* meaning = here(kind);
    if (meaning == nullptr) return false;
    ordinary_ = ordinary_ && meaning->ordinary;
    ++at_;
    return true;
  }

  // The value, between two bounds, of the number word `n` tokens further on; -1: none.
  int64_t word(size_t n, int64_t low, int64_t high) const {
    const Meaning* meaning = after(n, Spoken::kNumber);
    return meaning != nullptr && meaning->value >= low && meaning->value <= high ? meaning->value
                                                                                 : -1;
  }
  int64_t take_word(size_t n) {
    for (size_t i = 0; i <= n; ++i) {
      if (const Meaning* m = after(i, Spoken::kNumber)) ordinary_ = ordinary_ && m->ordinary;
    }
    const int64_t value = after(n, Spoken::kNumber)->value;
    at_ += n + 1;
    return value;
  }

  bool is_joined(size_t n) const { return at_ + n < tokens_.size() && tokens_[at_ + n].joined_and; }

  // 1 to 9 after tens; also 10 to 19 after the French 60 and 80; 0 if there are none.
  int64_t units(int64_t tens) {
    const bool teens = french_ && (tens == 60 || tens == 80);
    const size_t and_at = after(0, Spoken::kAnd) != nullptr ? 1 : 0;
    if (order_ == NumberOrder::kTensAndUnits && and_at == 0) return 0;
    if (order_ == NumberOrder::kTensUnits && and_at == 1 && !french_) return 0;  // "forty and two"
    if (word(and_at, 1, teens ? 19 : 9) < 0) return 0;
    const int64_t value = take_word(and_at);
    if (teens && value == 10 && word(0, 7, 9) > 0) return value + take_word(0);  // "dix-neuf"
    return value;
  }

  int64_t below_hundred() {
    if (word(0, 0, 99) < 0) return -1;
    int64_t value = take_word(0);
    if (french_ && value == 4 && word(0, 20, 20) > 0) value = 4 * take_word(0);
    if (french_ && value == 10 && word(0, 7, 9) > 0) return value + take_word(0);
    if (order_ == NumberOrder::kUnitsAndTens) {
      if (value < 1 || value > 9) return value;
      if (word(0, 10, 10) > 0 && !is_joined(0)) return value + take_word(0);
      if (word(0, 20, 90) > 0 && is_joined(0)) return value + take_word(0);
      return value;
    }
    const bool tens = value % 10 == 0 && value >= (turkish_ ? 10 : 20);
    return tens && order_ != NumberOrder::kSolid ? value + units(value) : value;
  }

  int64_t below_thousand() {
    int64_t value = 0;
    if (word(0, 100, 999999) > 0) {
      value = take_word(0);
    } else if (take(Spoken::kHundred)) {
      value = 100;
    } else {
      value = below_hundred();
      const bool times = (value >= fewest_ && value <= 9) || (value >= 11 && value <= 19);
      if (!times || !take(Spoken::kHundred)) return value;
      value *= 100;
    }
    return value % 100 == 0 && value < 1000 ? value + more(&NumberReader::below_hundred) : value;
  }

  int64_t below_million() {
    int64_t value = 0;
    const Meaning* thousand = here(Spoken::kThousand);
    // "mille", "bin"; no language says "thousand" alone and means a number by "thousands"
    if (thousand != nullptr && kLanguageWords[language_]->language != "en") {
      take(Spoken::kThousand);
      return 1000 + more(&NumberReader::below_thousand);
    }
    value = below_thousand();
    if (value >= fewest_ && value < 1000 && take(Spoken::kThousand)) {
      value *= 1000;
    } else if (value < 1000 || value % 1000 != 0) {
      return value;
    }
    return value + more(&NumberReader::below_thousand);
  }

  // The rest of a number after its hundreds or thousands, with or without a word for "and"; 0 if
  // there is none. A zero begins another number.
  int64_t more(int64_t (NumberReader::*read)()) {
    const size_t before = at_;
    const bool was_ordinary = ordinary_;
    take(Spoken::kAnd);
    const bool goes_on = order_ != NumberOrder::kUnitsAndTens || is_joined(0);
    const int64_t value = goes_on ? (this->*read)() : -1;
    if (value > 0 && value < 1000) return value;
    if (value >= 1000 && read == &NumberReader::below_million) return value;
    at_ = before;
    ordinary_ = was_ordinary;
    return 0;
  }

  std::string_view text_;
  const std::vector<SpokenToken>& tokens_;
  size_t begin_, at_;
  uint8_t language_;
  NumberOrder order_;
  bool french_, turkish_;
  int64_t fewest_;  // counted hundreds or thousands: "one hundred", but "cent"
  bool ordinary_ = true;
};

}  // namespace

SpokenNumber read_number(std::string_view text, const std::vector<SpokenToken>& tokens, size_t at,
                         uint8_t language) {
  return NumberReader(text, tokens, at, language).number();
}

SpokenNumber read_ordinal(std::string_view text, const std::vector<SpokenToken>& tokens, size_t at,
                          uint8_t language) {
  return NumberReader(text, tokens, at, language).ordinal();
}

}  // namespace redact
