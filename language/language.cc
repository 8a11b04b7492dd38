// SPDX-License-Identifier: Apache-2.0
#include "language/language.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/utf8.h"
#include "base/word_list.h"
#include "language/arabic.h"
#include "language/words.h"

namespace redact {

namespace {

struct FunctionWords {
  std::string_view language;
  std::array<std::string_view, 14> words;  // folded; most occur only in this language
};

constexpr std::array<FunctionWords, 7> kFunctionWords = {{
    {"en", word_list<"the and of was with is for she he patient on at her his">()},
    {"es", word_list<"el los las y con por una se del paciente para anos sin que">()},
    {"it", word_list<"il di della e per una con del paziente gli nel anni dal alla">()},
    {"fr", word_list<"le les et des une est avec du patient pour dans ans au a">()},
    {"de", word_list<"der die und das mit im von bei nicht patientin wurde den am zur">()},
    {"ro",
     word_list<"cu pe din pentru fara dupa prin nu fost sunt ani varsta pacientul pacienta">()},
    {"tr",
     word_list<"ve ile bir icin olan hasta hastanin yok var olarak tarihinde bu sonra yasinda">()},
}};

// Languages of the same hospitals and of their neighbours, by frequent words that are not frequent
// in any of the eight: telegraphic notes in one of the eight have few function words.
constexpr std::array<FunctionWords, 9> kOtherFunctionWords = {{
    {"nl", word_list<"het een van niet voor met wordt werd bij naar ook geen zijn aan">()},
    {"pt", word_list<"nao uma com foi pela pelo teve na da em sem apos ha tem">()},
    {"pl", word_list<"nie jest oraz przez dla pacjent pacjentka przy na do od po bez lub">()},
    {"cs", word_list<"pacient pacientka byl byla bez pri na je od po podle jako nebo bylo">()},
    {"sv", word_list<"och att inte med har till som det hon han efter vid utan patienten">()},
    {"da", word_list<"og ikke til det som med hun han efter blev har ved uden etter">()},
    {"hu", word_list<"egy nem hogy volt beteg az szerint miatt utan meg aki vagy mint ezt">()},
    {"fi",
     word_list<"ei oli etta potilas mutta myos kanssa ja ollut kun jalkeen ilman ovat tai">()},
    {"ca", word_list<"amb dels els pacient sense anys aquest aquesta mes fins ha esta va li">()},
}};
// With fewer words the language is unknown: a note in one of the eight may hold them by chance.
constexpr size_t kFewestWords = 6;

// Every word in Arabic script counts for Arabic, since Arabic notes are half in Latin letters.
constexpr std::string_view kArabic = "ar";

// How many words of a text are function words of each of `languages`.
template <size_t kCount>
class Hits {
 public:
  explicit Hits(const std::array<FunctionWords, kCount>& languages) : languages_(languages) {}
  void add(std::string_view folded) {
    for (size_t i = 0; i < kCount; ++i) {
      hits_[i] += is_among(folded, languages_[i].words);
    }
  }
  size_t most() const { return *std::max_element(hits_.begin(), hits_.end()); }
  // Of the languages for which take(language) is true.
  template <typename Take>
  size_t most(const Take& take) const {
    size_t most = 0;
    for (size_t i = 0; i < kCount; ++i) {
      if (take(languages_[i].language)) most = std::max(most, hits_[i]);
    }
    return most;
  }
  std::string_view language() const {
    return languages_[std::max_element(hits_.begin(), hits_.end()) - hits_.begin()].language;
  }

 private:
  const std::array<FunctionWords, kCount>& languages_;
  std::array<size_t, kCount> hits_{};
};

// The work of folding a word and looking it up, in addition to its bytes.
constexpr size_t kWordUnits = 16;

// Letters of scripts in which none of the languages above is written: from Greek (a single Greek
// letter is a symbol in every language) to the end of the basic plane, without Arabic.
bool is_of_other_script(int32_t c) {
  return c >= 0x370 && c <= 0xFFDC && !is_arabic_letter(c) && !(c >= 0x600 && c <= 0x77F) &&
         !(c >= 0x1E00 && c <= 0x2FFF) && !(c >= 0xFB00 && c <= 0xFDFF) && c < 0xFE70;
}

}  // namespace

std::string_view guess_language(std::string_view text, StopCheck& stop) {
  Hits hits(kFunctionWords);
  size_t n_arabic = 0;
  for (const Word& word : find_words(text, stop)) {
    if (stop.after(word.end - word.begin + kWordUnits)) break;
    n_arabic += is_arabic_letter(decode_utf8(text, word.begin).code_point);
    hits.add(fold(text, word));
  }
  return n_arabic > hits.most() ? kArabic : hits.language();
}

bool is_in_other_language(std::string_view text, StopCheck& stop,
                          std::span<const std::string_view> known) {
  const auto knows = [known](std::string_view language) {
    return std::ranges::find(known, language) != known.end();
  };
  const auto is_strange = [&](std::string_view language) { return !knows(language); };
  // A known language without function words here may have any script.
  const auto has_words = [](std::string_view language) {
    const auto is_it = [&](const FunctionWords& each) { return each.language == language; };
    return language == kArabic || std::ranges::any_of(kFunctionWords, is_it) ||
           std::ranges::any_of(kOtherFunctionWords, is_it);
  };
  const bool judges_scripts = std::ranges::all_of(known, has_words);
  const bool knows_arabic = knows(kArabic);
  Hits eight(kFunctionWords);
  Hits others(kOtherFunctionWords);
  size_t n_words = 0, n_of_other_script = 0;
  for (const Word& word : find_words(text, stop)) {
    if (stop.after(word.end - word.begin + kWordUnits)) break;
    ++n_words;
    const int32_t first = decode_utf8(text, word.begin).code_point;
    n_of_other_script += is_of_other_script(first) || (!knows_arabic && is_arabic_letter(first));
    const std::string folded = fold(text, word);
    eight.add(folded);
    others.add(folded);
  }
  if (judges_scripts && n_of_other_script >= kFewestWords && 2 * n_of_other_script > n_words) {
    return true;
  }
  // At least twice as many, since related languages share half of these words.
  const size_t n_strange = std::max(eight.most(is_strange), others.most(is_strange));
  return n_strange >= kFewestWords &&
         n_strange >= 2 * std::max(eight.most(knows), others.most(knows));
}

}  // namespace redact
