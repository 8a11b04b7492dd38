// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace redact {

// What a word may be in spoken material.
enum class Spoken : unsigned char {
  kNumber,    // below 100, or whole hundreds or thousands, or a number in one word
  kHundred,   // multiply the number before them
  kThousand,
  kMillion,
  kAnd,       // between the parts of a number
  kOrdinal,   // of a day or a month
  kRepeat,    // the next digit or letter stands for several
  kMark,      // a character of numbers and addresses
  kLetter,    // the name of a letter
  kAlphabet,  // a word of a spelling alphabet
  kLink,      // "as in"
  kMonth,
  kFiller,    // between day, month and year
  kCue,       // announces an address
  kLead,      // between a cue and its address
  kDomain,    // the last part of an address: "com"
};

// One meaning of a word in one language.
struct Meaning {
  uint8_t language;   // index into kLanguageWords; of kDomain, none
  Spoken kind;
  bool ordinary;      // in that language it is an ordinary word, too
  int32_t value;      // of a number, an ordinal or a repetition; the character of a mark or a letter
};

// The meanings of a word or a phrase in folded form (text/words.h), its words joined by spaces;
// nullptr: none. The result is static.
const std::vector<Meaning>* find_spoken(const std::string& folded);
// Whether a phrase of several words begins with this one.
bool begins_phrase(const std::string& folded);

// The value of a number of several parts in one word, such as "millenovecentoquarantotto"; -1 if it
// is none in this language.
int32_t solid_number(std::string_view folded, uint8_t language);

// How much a word says about a text before it is looked up: a set of these, by a table of hashes,
// so that a few other words have some too.
enum Hint : uint8_t {
  kMayBeSpoken = 1,    // it has meanings
  kMayBeClear = 2,     // one of them is no ordinary word
  kMayBeMonth = 4,
  kMayBeDot = 8,       // a mark between the parts of an address
  kMayBeDomain = 16,
  kMayBeSign = 32,     // the name of @, or another word that is spoken in addresses alone
};
uint8_t hints_of(std::string_view word);

}  // namespace redact
