// SPDX-License-Identifier: Apache-2.0
#include "redactor/persons/name_parts.h"

#include <algorithm>

#include "base/utf8.h"
#include "base/word_list.h"
#include "language/arabic.h"
#include "language/words.h"
#include "redactor/persons/lexicon.h"

namespace redact {

namespace {

// Compared in folded form. None is a common name, so "Don" and "Fr.", which may be, are not listed.
constexpr auto kTitles = word_list<
    "mr mrs ms mx miss dr dra prof sig signor signora signorina dott dottor dottore dottoressa sr "
    "sra srta mme mlle madame mademoiselle monsieur docteur herr herrn frau dl dlui dna dnei "
    "domnul domnului doamna doamnei bay bayan bey hanim sayin uzm doc دكتور "
    "دكتوره الدكتور "
    "الدكتوره الاستاذ الاستاذه السيده">();
constexpr auto kSuffixes = word_list<"ii iii iv jr">();  // of a generation
// Text after the full stop of a title: "Sig.ra", "Dott.ssa", "Prof.ssa".
constexpr auto kTitleEnds = word_list<"ra na ssa">();
// Parts of surnames that are words of the language and identify nobody. Those in the second list
// may also be names if they begin with a capital ("Le Thi Hoa").
constexpr auto kParticles =
    word_list<"de del della la las los von van der den dos بن بنت ابن ام ابو ال و">();
constexpr auto kSmallParticles = word_list<"y e i zu di da dei du des le el al bin ter degli">();
// Before an apostrophe: "D'Angelo", "O'Brien", "Dell'Acqua".
constexpr auto kElided = word_list<"d l o dell dall">();

constexpr size_t kLongestCut = 3;  // letters of an abbreviated name: "Chr."
constexpr size_t kMinStem = 4;     // bytes of a name without its ending
constexpr size_t kMaxEnding = 4;   // bytes of an ending

// The beginnings of the letters of a word. Combining accents belong to the letter before them.
std::vector<size_t> letters_of(std::string_view text, const Word& word) {
  std::vector<size_t> letters;
  for (size_t at = word.begin; at < word.end;) {
    const size_t n_bytes = decode_utf8(text, at).n_bytes;
    if (!fold(text.substr(at, n_bytes)).empty()) letters.push_back(at);
    at += n_bytes;
  }
  return letters;
}

// Whether a word is an ending after an apostrophe: "Ayşe'nin", "Ellison's".
bool is_ending_of(std::string_view surface, const Word& before, const Word& word) {
  const std::string_view gap = surface.substr(before.end, word.begin - before.end);
  return (gap == "'" || gap == "\u2019") && is_small(surface, word.begin) &&
         !is_among(fold(surface, before), kElided) && is_ending(fold(surface, word));
}

bool is_before(std::string_view text, const Word& word, std::string_view what) {
  return text.substr(word.end).starts_with(what);
}

bool is_kept(std::string_view surface, const std::vector<Word>& words, size_t i) {
  const std::string folded = fold(surface, words[i]);
  const bool stop_before = words[i].begin > 0 && surface[words[i].begin - 1] == '.';
  if (is_among(folded, kTitles) || is_among(folded, kSuffixes)) return true;
  if (i > 0 && stop_before && words[i - 1].end + 1 == words[i].begin &&
      is_among(folded, kTitleEnds) && is_among(fold(surface, words[i - 1]), kTitles)) {
    return true;
  }
  if (i > 0 && is_ending_of(surface, words[i - 1], words[i])) return true;
  if (i + 1 == words.size()) return false;  // the name follows
  if (is_before(surface, words[i], "'") || is_before(surface, words[i], "\u2019")) {
    return is_among(folded, kElided);
  }
  const bool capital = !is_small(surface, words[i].begin);
  return is_among(folded, kParticles) || (!capital && is_among(folded, kSmallParticles));
}

void add_initial(std::string_view surface, size_t begin, size_t end, std::vector<NamePart>& parts) {
  const std::string folded = fold(surface.substr(begin, end - begin));
  parts.push_back({begin, end, true, std::string(initial_of(folded))});
}

void add_part(std::string_view surface, const Word& word, bool alone,
              std::vector<NamePart>& parts) {
  const std::vector<size_t> letters = letters_of(surface, word);
  const bool cased = is_capital(surface, word.begin) || is_small(surface, word.begin);
  const bool arabic = is_arabic_letter(decode_utf8(surface, word.begin).code_point);
  const auto capital = [&](size_t at) { return is_capital(surface, at); };
  if (alone && letters.size() > 1 && letters.size() <= kLongestCut &&
      std::all_of(letters.begin(), letters.end(), capital)) {
    for (size_t i = 0; i < letters.size(); ++i) {
      const size_t end = i + 1 < letters.size() ? letters[i + 1] : word.end;
      add_initial(surface, letters[i], end, parts);
    }
  } else if ((cased && letters.size() <= kLongestCut && is_before(surface, word, ".")) ||
             ((cased || arabic) && letters.size() == 1)) {
    add_initial(surface, word.begin, word.end, parts);
  } else {
    parts.push_back({word.begin, word.end, false, fold(surface, word)});
  }
}

}  // namespace

std::vector<NamePart> name_parts(std::string_view surface) {
  const std::vector<Word> words = find_words(surface);
  std::vector<Word> own;
  for (size_t i = 0; i < words.size(); ++i) {
    if (!is_kept(surface, words, i)) own.push_back(words[i]);
  }
  std::vector<NamePart> parts;
  if (own.empty()) {
    for (const Word& word : words) {
      parts.push_back({word.begin, word.end, false, fold(surface, word)});
    }
    return parts;
  }
  for (const Word& word : own) add_part(surface, word, own.size() == 1, parts);
  return parts;
}

std::vector<Stem> stems_of(const std::string& folded) {
  std::vector<Stem> stems;
  if (const auto plain = without_clitic(folded); !plain.empty()) {
    stems.push_back({std::string(plain), 0});
  }
  if (folded.ends_with("ei")) {
    stems.push_back({folded.substr(0, folded.size() - 2) + "a", 0, true});
  }
  for (size_t n = std::min(kMaxEnding, folded.size()); n > 0; --n) {
    const size_t stem = folded.size() - n;
    if (stem >= kMinStem && is_ending(folded.substr(stem))) {
      stems.push_back({folded.substr(0, stem), n});
    }
  }
  return stems;
}

bool may_be_short_for(const std::vector<NamePart>& shorter, const std::vector<NamePart>& longer) {
  return std::all_of(shorter.begin(), shorter.end(), [&](const NamePart& part) {
    return std::any_of(longer.begin(), longer.end(), [&](const NamePart& other) {
      if (part.is_initial) return initial_of(other.folded) == part.folded;
      return !other.is_initial && part.folded == other.folded;
    });
  });
}

}  // namespace redact
