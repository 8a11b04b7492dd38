// SPDX-License-Identifier: Apache-2.0
#include "redactor/text/language.h"

#include <algorithm>
#include <array>
#include <string>

#include "redactor/text/arabic.h"
#include "redactor/text/words.h"
#include "runtime/text/utf8.h"

namespace redact {

namespace {

struct FunctionWords {
  std::string_view language;
  std::array<std::string_view, 14> words;  // folded; most occur only in this language
};

constexpr std::array<FunctionWords, 7> kFunctionWords = {{
    {"en",
     {"the", "and", "of", "was", "with", "is", "for", "she", "he", "patient", "on", "at", "her",
      "his"}},
    {"es",
     {"el", "los", "las", "y", "con", "por", "una", "se", "del", "paciente", "para", "anos", "sin",
      "que"}},
    {"it",
     {"il", "di", "della", "e", "per", "una", "con", "del", "paziente", "gli", "nel", "anni", "dal",
      "alla"}},
    {"fr",
     {"le", "les", "et", "des", "une", "est", "avec", "du", "patient", "pour", "dans", "ans", "au",
      "a"}},
    {"de",
     {"der", "die", "und", "das", "mit", "im", "von", "bei", "nicht", "patientin", "wurde", "den",
      "am", "zur"}},
    {"ro",
     {"cu", "pe", "din", "pentru", "fara", "dupa", "prin", "nu", "fost", "sunt", "ani", "varsta",
      "pacientul", "pacienta"}},
    {"tr",
     {"ve", "ile", "bir", "icin", "olan", "hasta", "hastanin", "yok", "var", "olarak", "tarihinde",
      "bu", "sonra", "yasinda"}},
}};

// Arabic: every word of its script counts, since Arabic notes are half in Latin letters.
constexpr std::string_view kArabic = "ar";

}  // namespace

std::string_view guess_language(std::string_view text) {
  std::array<size_t, kFunctionWords.size()> hits{};
  size_t n_arabic = 0;
  for (const Word& word : find_words(text)) {
    n_arabic += is_arabic_letter(decode_utf8(text, word.begin).code_point);
    const std::string folded = fold(text, word);
    for (size_t i = 0; i < kFunctionWords.size(); ++i) {
      const auto& words = kFunctionWords[i].words;
      hits[i] += std::find(words.begin(), words.end(), folded) != words.end();
    }
  }
  const auto most = std::max_element(hits.begin(), hits.end());
  return n_arabic > *most ? kArabic : kFunctionWords[most - hits.begin()].language;
}

}  // namespace redact
