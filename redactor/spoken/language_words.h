// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

namespace redact {

// How the parts of a number follow one another in a language.
enum class NumberOrder : unsigned char {
  kTensUnits,     // "forty eight"; a word for "and" may stand between
  kTensAndUnits,  // "cuarenta y ocho": without "y" these are two numbers
  kUnitsAndTens,  // "ثمانية وأربعين"
  kSolid,         // "quarantotto", "achtundvierzig": below 100 in one word
};

// The words in which numbers, letters and marks are spoken in one language. Each list holds words
// between spaces, with `=` and the meaning of a word; an underscore is the space in a phrase. A
// word is compared in folded form (language/words.h), so texts may leave out accents.
struct LanguageWords {
  std::string_view language;  // of language/language.h
  NumberOrder order;
  std::string_view numbers;   // below 100, whole hundreds and whole thousands in one word
  std::string_view hundreds;  // words that multiply by 100, or mean it
  std::string_view thousands, millions;
  std::string_view ands;  // between the parts of a number
  std::string_view
      ordinals;  // of days and months; a word ends in one of `endings`, if there are any
  std::string_view endings;
  std::string_view repeats;   // "double": the next digit or letter is spoken once for several
  std::string_view marks;     // in numbers and addresses; a word without one means a space
  std::string_view letters;   // names of letters, beyond the letters themselves
  std::string_view alphabet;  // words of spelling alphabets, which mean their first letter
  std::string_view links;     // "as in": between a letter and a word that begins with it
  std::string_view fillers;   // between day, month and year
  std::string_view cues;      // words that announce an address
  std::string_view leads;     // words between these and the address
  // Words of these lists that are also ordinary words: they count only beside others.
  std::string_view ordinary;
};

// In the order of kLanguages (language/language.h).
extern const LanguageWords kEnglishWords, kSpanishWords, kItalianWords, kFrenchWords, kGermanWords,
    kRomanianWords, kTurkishWords, kArabicWords;
inline constexpr std::array<const LanguageWords*, 8> kLanguageWords = {
    &kEnglishWords, &kSpanishWords,  &kItalianWords, &kFrenchWords,
    &kGermanWords,  &kRomanianWords, &kTurkishWords, &kArabicWords};

}  // namespace redact
