// SPDX-License-Identifier: Apache-2.0
#include "redactor/spoken/tokens.h"

#include <algorithm>
#include <array>
#include <bit>

#include "base/ascii.h"
#include "language/words.h"
#include "redactor/spoken/language_words.h"

namespace redact {

namespace {

constexpr size_t kMaxWordGap = 3;      // bytes between two words that belong together
constexpr size_t kMaxPhraseWords = 4;  // "coadă de maimuță"
constexpr size_t kMaxDigits = 8;       // of a written number among spoken ones
constexpr size_t kFewestInRow = 3;     // adjacent words that may be spoken material
constexpr size_t kFewestClear = 2;     // of these, number words that are not ordinary words
constexpr size_t kReach = 48;          // bytes within which the words of a row must lie
constexpr uint32_t kRecent = 0b1110;   // bits of the last words, without the very last
constexpr size_t kFewestNames = 3;     // enough names of letters instead

// Bytes that may begin a word or, in the second table, be inside one: letters and digits, and all
// bytes beyond ASCII except the first bytes of Latin-1 marks and general punctuation.
constexpr std::array<bool, 256> word_bytes(int first_beyond_ascii) {
  std::array<bool, 256> out{};
  for (int c = 0; c < 256; ++c) {
    const bool beyond = c >= first_beyond_ascii && c != 0xc2 && c != 0xe2;
    out[static_cast<size_t>(c)] = beyond || is_alphanumeric(static_cast<char>(c));
  }
  return out;
}
constexpr std::array<bool, 256> kBegins = word_bytes(0xc3), kInside = word_bytes(0x80);

// The Arabic comma, semicolon and question mark.
bool is_arabic_mark(std::string_view text, size_t at) {
  const uint8_t next = at + 1 < text.size() ? static_cast<uint8_t>(text[at + 1]) : uint8_t{0};
  return static_cast<uint8_t>(text[at]) == 0xd8 && (next == 0x8c || next == 0x9b || next == 0x9f);
}

// The next word from `at` on, much faster than find_words(); empty at the end of the text.
inline Word next_word(std::string_view text, size_t at) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  while (at < text.size() && (!kBegins[byte(at)] || is_arabic_mark(text, at))) ++at;
  size_t end = at;
  while (end < text.size() && kInside[byte(end)] && !is_arabic_mark(text, end)) ++end;
  return {at, end};
}

Gap judge_gap(std::string_view gap) {
  if (gap == " ") return Gap::kNone;
  if (gap.size() > kMaxWordGap) return Gap::kWide;
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

std::string_view text_of(std::string_view text, const Word& word) {
  return text.substr(word.begin, word.end - word.begin);
}

// Sets `folded` for a word that may have meanings.
SpokenToken token_of(std::string_view text, const Word& word, std::string& folded) {
  SpokenToken token{word.begin, word.end};
  const std::string_view surface = text_of(text, word);
  if (is_digit(surface[0])) {
    token.digits = surface.size() <= kMaxDigits && all_digits(surface);
    return token;
  }
  if (surface.size() == 1) {
    const char c = static_cast<char>(surface[0] & ~0x20);
    if (is_upper(c)) token.letter = c;
  }
  if ((spoken_hints().of(surface) & kMayBeSpoken) == 0) return token;
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

// Whether the words of a phrase may be this far apart: "trait d'union".
bool in_phrase(std::string_view gap) {
  return gap == " " || gap == "-" || gap == "'" || gap == "’";
}

// Takes the longest phrase that begins with words[i] and returns the number of its words.
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

// Whether a row of adjacent words that may be spoken material is at `at`. Looks only at the bytes
// near it.
bool is_row(std::string_view text, size_t at) {
  // Starts a few words earlier, and not in the middle of a word.
  size_t from = at - std::min(at, kReach);
  while (from > 0 && from < at && text[from - 1] != ' ') ++from;
  const SpokenHints& all = spoken_hints();
  size_t n_words = 0, n_clear = 0, n_names = 0, n_letters = 0;
  bool month = false, dot = false;
  size_t end = from;
  for (Word word = next_word(text, from); word.begin < text.size(); word = next_word(text, end)) {
    const std::string_view surface = text_of(text, word);
    const bool beside = judge_gap(text.substr(end, word.begin - end)) != Gap::kWide;
    end = word.end;
    const uint8_t hints = all.of(surface);
    const bool digits = is_digit(surface[0]);
    if (word.begin > at + kReach) return false;
    if ((hints & kMayBeSign) != 0) return true;
    if (!beside || ((hints & kMayBeSpoken) == 0 && !digits)) {
      if (word.begin > at) return false;
      n_words = n_clear = n_names = n_letters = 0;
      month = dot = false;
      if ((hints & kMayBeSpoken) == 0) continue;
    }
    if (dot && (hints & kMayBeDomain) != 0) return true;
    dot = (hints & kMayBeDot) != 0;
    n_letters = surface.size() == 1 && !digits ? n_letters + 1 : 0;
    n_words += (hints & kMayBeItem) != 0 || (digits && surface.size() == 1);
    n_names += (hints & kMayBeName) != 0;
    if ((hints & kMayBeMonth) != 0) {
      month = true;
    } else {
      n_clear += (hints & kMayBeClear) != 0;
    }
    if (n_clear > 0 && month) return true;
    if (n_clear >= kFewestClear && n_words >= kFewestInRow) return true;
    if (n_names + n_clear >= kFewestNames || n_letters >= kFewestInRow) return true;
  }
  return false;
}

constexpr size_t kBlock = 64;  // bytes whose membership in words is found at once

// A bit for each byte of a block that may be in a word: each byte that is not below '0'.
uint64_t word_bits(std::string_view text, size_t block) {
  uint64_t bits = 0;
  const std::string_view rest = text.substr(block, kBlock);
  for (size_t i = 0; i < rest.size(); i += 8) {
    const uint64_t bytes = SpokenHints::head_of(rest.substr(i));
    // The high bit of a byte is set by a carry from its lower seven bits, or was set before.
    const uint64_t high =
        (((bytes & 0x7f7f7f7f7f7f7f7f) + 0x5050505050505050) | bytes) & 0x8080808080808080;
    bits |= ((high >> 7) * 0x0102040810204080 >> 56) << i;
  }
  return bits;
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
  const SpokenHints& hints = spoken_hints();
  // A bit for each of the last words that may be in a row, the most recent one lowest. A row has
  // two such words a few words apart, or letters.
  uint32_t hits = 0;
  size_t n_letters = 0;
  uint64_t inside = 0;  // whether the byte before the block is in a word
  for (size_t block = 0; block < text.size(); block += kBlock) {
    const uint64_t words = word_bits(text, block);
    uint64_t starts = words & ~(words << 1 | inside);
    inside = words >> (kBlock - 1);
    for (; starts != 0; starts &= starts - 1) {
      const auto place = static_cast<size_t>(std::countr_zero(starts));
      const size_t at = block + place;
      auto length = static_cast<size_t>(std::countr_one(words >> place));
      while (place + length >= kBlock && at + length < text.size() &&
             static_cast<uint8_t>(text[at + length]) >= '0' && length < SpokenHints::kBytes + 1) {
        ++length;
      }
      n_letters = length == 1 ? n_letters + 1 : 0;
      hits = hits << 1 | hints.may_begin(SpokenHints::head_of(text.substr(at)), length);
      const bool pair = (hits & 1) != 0 && (hits & kRecent) != 0;
      if ((pair || n_letters >= kFewestInRow) && is_row(text, at)) return true;
    }
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
  return judge_gap(text.substr(a.end, b.begin - a.end));
}

}  // namespace redact
