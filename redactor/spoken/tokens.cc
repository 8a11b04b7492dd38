// SPDX-License-Identifier: Apache-2.0
#include "redactor/spoken/tokens.h"

#include <algorithm>
#include <array>

#include "redactor/spoken/language_words.h"
#include "redactor/text/words.h"

namespace redact {

namespace {

constexpr size_t kMaxGap = 3;          // bytes between two words that belong together
constexpr size_t kMaxPhraseWords = 4;  // "coadă de maimuță"
constexpr size_t kMaxDigits = 8;       // of a written number among spoken ones
constexpr size_t kFewestInRow = 3;     // words side by side that make spoken material
constexpr std::string_view kAndPrefix = "و";

constexpr std::array<bool, 256> word_bytes() {
  std::array<bool, 256> out{};
  for (int c = 0; c < 256; ++c) {
    out[static_cast<size_t>(c)] = c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') ||
                                  (c >= 'a' && c <= 'z');
  }
  return out;
}
constexpr std::array<bool, 256> kWordBytes = word_bytes();

// The bytes of a mark at `at` that is no part of a word, among bytes beyond ASCII: Latin-1 marks,
// general punctuation and the Arabic comma, semicolon and question mark; 0 for letters.
size_t mark_bytes(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) {
    return at + i < text.size() ? static_cast<uint8_t>(text[at + i]) : uint8_t{0};
  };
  if (byte(0) == 0xc2) return 2;
  if (byte(0) == 0xe2 && byte(1) == 0x80) return 3;
  if (byte(0) == 0xd8 && (byte(1) == 0x8c || byte(1) == 0x9b || byte(1) == 0x9f)) return 2;
  return 0;
}

// The next word from `at` on, much faster than find_words(); empty at the end of the text.
Word next_word(std::string_view text, size_t at) {
  const auto is_word = [&](size_t i) { return kWordBytes[static_cast<uint8_t>(text[i])]; };
  while (at < text.size()) {
    if (!is_word(at)) {
      ++at;
      continue;
    }
    const size_t mark = static_cast<uint8_t>(text[at]) < 0x80 ? 0 : mark_bytes(text, at);
    if (mark == 0) break;
    at += mark;
  }
  at = std::min(at, text.size());
  size_t end = at;
  while (end < text.size() && is_word(end) &&
         (static_cast<uint8_t>(text[end]) < 0x80 || mark_bytes(text, end) == 0)) {
    ++end;
  }
  return {at, end};
}

std::string_view text_of(std::string_view text, const Word& word) {
  return text.substr(word.begin, word.end - word.begin);
}

// `folded`: set for a word that may have meanings.
SpokenToken token_of(std::string_view text, const Word& word, std::string& folded) {
  SpokenToken token{word.begin, word.end};
  const std::string_view surface = text_of(text, word);
  if (is_digit(surface[0])) {
    token.digits = surface.size() <= kMaxDigits && std::all_of(surface.begin(), surface.end(), is_digit);
    return token;
  }
  if (surface.size() == 1) {
    const char c = static_cast<char>(surface[0] & ~0x20);
    if (c >= 'A' && c <= 'Z') token.letter = c;
  }
  if ((hints_of(surface) & kMayBeSpoken) == 0) return token;
  folded = fold(surface);
  token.meanings = find_spoken(folded);
  if (token.meanings == nullptr && folded.starts_with(kAndPrefix)) {
    token.meanings = find_spoken(folded.substr(kAndPrefix.size()));
    token.joined_and = token.meanings != nullptr;
  }
  for (uint8_t i = 0; token.meanings == nullptr && i < kLanguageWords.size(); ++i) {
    if (const int32_t value = solid_number(folded, i); value >= 0) {
      token.solid = Meaning{i, Spoken::kNumber, false, value};
      break;
    }
  }
  return token;
}

// Whether the words of a phrase may stand this far apart: "trait d'union".
bool in_phrase(std::string_view gap) { return gap == " " || gap == "-" || gap == "'" || gap == "’"; }

// Takes the longest phrase that begins with words[i], which has begun one; the number of its words.
size_t take_phrase(std::string_view text, const std::vector<Word>& words, size_t i,
                   std::string folded, SpokenToken& token) {
  size_t n = 1;
  for (size_t j = i + 1; j < words.size() && j < i + kMaxPhraseWords; ++j) {
    if (!in_phrase(text.substr(words[j - 1].end, words[j].begin - words[j - 1].end))) break;
    folded += " " + fold(text_of(text, words[j]));
    const auto* meanings = find_spoken(folded);
    if (meanings == nullptr) continue;
    token.meanings = meanings;
    token.end = words[j].end;
    n = j - i + 1;
  }
  return n;
}

}  // namespace

const Meaning* SpokenToken::as(Spoken kind, uint8_t language) const {
  const auto fits = [&](const Meaning& m) { return m.kind == kind && m.language == language; };
  if (solid && fits(*solid)) return &*solid;
  if (meanings == nullptr) return nullptr;
  const auto found = std::find_if(meanings->begin(), meanings->end(), fits);
  return found == meanings->end() ? nullptr : &*found;
}

bool may_hold_spoken(std::string_view text) {
  // Of the row of words side by side that ends here.
  size_t n_words = 0, n_letters = 0;
  bool clear = false, month = false, dot = false;
  size_t end = 0;
  for (Word word = next_word(text, 0); word.begin < text.size(); word = next_word(text, end)) {
    const std::string_view surface = text_of(text, word);
    const bool beside = word.begin - end <= kMaxGap;
    end = word.end;
    const uint8_t hints = hints_of(surface);
    const bool digits = is_digit(surface[0]);
    if ((hints & kMayBeSign) != 0) return true;
    if (!beside || ((hints & kMayBeSpoken) == 0 && !digits)) {
      n_words = n_letters = 0;
      clear = month = dot = false;
      if ((hints & kMayBeSpoken) == 0) continue;
    }
    if (dot && (hints & kMayBeDomain) != 0) return true;
    dot = (hints & kMayBeDot) != 0;
    n_words += !digits;
    n_letters += surface.size() == 1 && !digits;
    clear = clear || (hints & kMayBeClear) != 0;
    month = month || (hints & kMayBeMonth) != 0;
    if (clear && (month || n_words >= kFewestInRow)) return true;
    if (n_letters >= kFewestInRow) return true;
  }
  return false;
}

std::vector<SpokenToken> spoken_tokens(std::string_view text) {
  std::vector<Word> words;
  for (Word word = next_word(text, 0); word.begin < text.size(); word = next_word(text, word.end)) {
    words.push_back(word);
  }
  std::vector<SpokenToken> tokens;
  for (size_t i = 0; i < words.size();) {
    std::string folded;
    SpokenToken token = token_of(text, words[i], folded);
    i += begins_phrase(folded) ? take_phrase(text, words, i, folded, token) : 1;
    tokens.push_back(std::move(token));
  }
  return tokens;
}

Gap gap_between(std::string_view text, const SpokenToken& a, const SpokenToken& b) {
  std::string_view gap = text.substr(a.end, b.begin - a.end);
  if (gap.size() > kMaxGap) return Gap::kWide;
  bool pause = false;
  for (const std::string_view comma : {",", "،"}) {
    if (gap.starts_with(comma)) {
      pause = true;
      gap.remove_prefix(comma.size());
    }
  }
  if (gap.find_first_not_of(" \t\r\n-") != gap.npos) return Gap::kWide;
  if (std::count(gap.begin(), gap.end(), '\n') > 1) return Gap::kWide;
  return pause ? Gap::kPause : Gap::kNone;
}

}  // namespace redact

