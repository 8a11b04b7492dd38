// SPDX-License-Identifier: Apache-2.0
#include "language/language.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "base/word_list.h"
#include "language/arabic.h"
#include "language/words.h"

namespace redact {

namespace {

// The words of a text, as a constant that outlives all.
template <Literal kText>
constexpr auto kListed = word_list<kText>();

struct FunctionWords {
  std::string_view language;
  std::span<const std::string_view> words;         // folded; most occur only in this language
  std::span<const std::string_view> letters = {};  // which none of the eight writes
};

constexpr FunctionWords kFunctionWords[] = {
    {"en", kListed<"the and of was with is for she he patient on at her his">},
    {"es", kListed<"el los las y con por una se del paciente para anos sin que">},
    {"it", kListed<"il di della e per una con del paziente gli nel anni dal alla">},
    {"fr", kListed<"le les et des une est avec du patient pour dans ans au a">},
    {"de", kListed<"der die und das mit im von bei nicht patientin wurde den am zur">},
    {"ro", kListed<"cu pe din pentru fara dupa prin nu fost sunt ani varsta pacientul pacienta">},
    {"tr",
     kListed<"ve ile bir icin olan hasta hastanin yok var olarak tarihinde bu sonra yasinda">},
};

// Languages of the same hospitals and of their neighbours: telegraphic notes in one of the eight
// have few function words, and words that are frequent in one of them are left out here. Words in
// both lists count for neither.
constexpr FunctionWords kOtherFunctionWords[] = {
    {"nl",
     kListed<
         "het een van niet voor met wordt werd bij naar ook geen zijn aan op te dat dit om maar "
         "deze door heeft werden worden zich haar hij zij nog wel dan uit tot kan moet mag zou "
         "hun veel heel wat waar toen sinds onder tijdens zonder vanwege volgens mevrouw pijn "
         "klachten koorts weken uur dagen twee drie keer dag">},
    {"pt",
     kListed<"nao uma com foi pela pelo pelos pelas teve em na sem apos tem do os ao aos nas sao "
             "tambem seu sua ele ela dor febre doente dois duas anos que por para se hoje sob mas "
             "pode ser muito isso isto esse essa este mais quando ainda depois ate entre direita "
             "esquerda ou como numa">,
     kListed<"ão çõ õe">},
    {"pl",
     kListed<
         "nie jest oraz przez dla pacjent pacjentka przy od po bez lub ze jak ale byla pod przed "
         "chory chora lat dwa razy wynik badanie dobrym rano stanie leczenie lewej prawej jego "
         "jej juz tylko takze ktory ktora ktore moze aby gdy jesli tym tego">,
     kListed<"ł ą ę ć ń ś ź ż Ł Ś Ź Ż">},
    {"cs", kListed<"pacient pacientka byl byla bez pri na je od po podle jako nebo bylo">},
    {"sv",
     kListed<
         "och att inte med har till som det hon han efter vid utan patienten av ar ett den inga "
         "ingen blev sedan samt ej eller nar ska ut om mot men kl allt alla mycket mellan varje "
         "nasta smarta feber dagar veckor hoger vanster ganger besvar idag igen enligt">,
     kListed<"å Å">},
    {"da", kListed<"og ikke til det som med hun han efter blev har ved uden etter">},
    {"hu", kListed<"egy nem hogy volt beteg az szerint miatt utan meg aki vagy mint ezt">},
    {"fi", kListed<"ei oli etta potilas mutta myos kanssa ja ollut kun jalkeen ilman ovat tai">},
    {"ca", kListed<"amb dels els pacient sense anys aquest aquesta mes fins ha esta va li">},
};
// Different words. With fewer the language is unknown: a note in one of the eight may hold them by
// chance.
constexpr size_t kFewestWords = 3;
// Words in a script of none of the eight.
constexpr size_t kFewestOfOtherScript = 6;

// Every word in Arabic script counts for Arabic, since Arabic notes are half in Latin letters.
constexpr std::string_view kArabic = "ar";

bool has(const FunctionWords& language, std::string_view surface, std::string_view folded) {
  return is_among(folded, language.words) ||
         std::ranges::any_of(language.letters, [surface](std::string_view letter) {
           return surface.find(letter) != surface.npos;
         });
}

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
  std::array<size_t, std::size(kFunctionWords)> hits{};
  size_t n_arabic = 0;
  for (const Word& word : find_words(text, stop)) {
    if (stop.after(word.end - word.begin + kWordUnits)) break;
    n_arabic += is_arabic_letter(decode_utf8(text, word.begin).code_point);
    const std::string folded = fold(text, word);
    for (size_t i = 0; i < hits.size(); ++i) hits[i] += is_among(folded, kFunctionWords[i].words);
  }
  const auto most = std::ranges::max_element(hits);
  return n_arabic > *most ? kArabic : kFunctionWords[most - hits.begin()].language;
}

bool is_in_other_language(std::string_view text, StopCheck& stop,
                          std::span<const std::string_view> known) {
  const auto knows = [known](std::string_view language) {
    return std::ranges::find(known, language) != known.end();
  };
  std::vector<FunctionWords> languages(std::begin(kFunctionWords), std::end(kFunctionWords));
  languages.insert(languages.end(), std::begin(kOtherFunctionWords), std::end(kOtherFunctionWords));
  const auto strange =
      std::partition(languages.begin(), languages.end(),
                     [&](const FunctionWords& words) { return knows(words.language); });
  const size_t n_known = strange - languages.begin();
  // A known language without function words here may have any script.
  const bool judges_scripts = std::ranges::all_of(known, [&](std::string_view language) {
    return language == kArabic ||
           std::ranges::find(languages, language, &FunctionWords::language) != languages.end();
  });
  const bool knows_arabic = knows(kArabic);
  std::vector<size_t> hits(languages.size());
  std::unordered_set<std::string> seen;
  size_t n_words = 0, n_of_other_script = 0;
  for (const Word& word : find_words(text, stop)) {
    if (stop.after(word.end - word.begin + kWordUnits)) break;
    ++n_words;
    const int32_t first = decode_utf8(text, word.begin).code_point;
    n_of_other_script += is_of_other_script(first) || (!knows_arabic && is_arabic_letter(first));
    std::string folded = fold(text, word);
    const std::string_view surface = text.substr(word.begin, word.end - word.begin);
    std::vector<size_t> of;
    for (size_t i = 0; i < languages.size(); ++i) {
      if (has(languages[i], surface, folded)) of.push_back(i);
    }
    const bool is_told = !of.empty() && (of.back() < n_known || of.front() >= n_known);
    if (!is_told || !seen.insert(std::move(folded)).second) continue;
    for (const size_t i : of) ++hits[i];
  }
  if (judges_scripts && n_of_other_script >= kFewestOfOtherScript &&
      2 * n_of_other_script > n_words) {
    return true;
  }
  // At least twice as many, since related languages share many words.
  const auto most = [&](size_t from, size_t to) {
    return from == to ? 0 : *std::max_element(hits.begin() + from, hits.begin() + to);
  };
  const size_t n_strange = most(n_known, hits.size());
  return n_strange >= kFewestWords && n_strange >= 2 * most(0, n_known);
}

}  // namespace redact
