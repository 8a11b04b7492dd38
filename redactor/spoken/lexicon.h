// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace redact {

inline constexpr std::string_view kAndPrefix = "و";  // joined to the next word, in Arabic

// The kinds of words in spoken material.
enum class Spoken : unsigned char {
  kNumber,   // below 100, or whole hundreds or thousands, or a number in one word
  kHundred,  // multiply the number before them
  kThousand,
  kMillion,
  kAnd,       // between the parts of a number
  kOrdinal,   // of a day or a month
  kRepeat,    // the next digit or letter counts several times
  kMark,      // a character of numbers and addresses
  kLetter,    // the name of a letter
  kAlphabet,  // a word of a spelling alphabet
  kLink,      // "as in"
  kMonth,
  kFiller,  // between day, month and year
  kCue,     // announces an address
  kLead,    // between a cue and its address
  kDomain,  // the last part of an address: "com"
};

// One meaning of a word in one language.
struct Meaning {
  uint8_t language;  // index into kLanguageWords; of kDomain, none
  Spoken kind;
  bool ordinary;  // also an ordinary word of that language
  int32_t value;  // of a number, an ordinal or a repetition; the character of a mark or a letter
};

// The meanings of a word or a phrase in folded form (language/words.h), its words joined by spaces;
// nullptr: none. The result is static.
const std::vector<Meaning>* find_spoken(const std::string& folded);
// Whether a phrase of several words begins with this one.
bool begins_phrase(const std::string& folded);

// The value of a number of several parts in one word, such as "millenovecentoquarantotto"; -1 if it
// is not a number in this language.
int32_t solid_number(std::string_view folded, uint8_t language);

// What a word says about a text before it is looked up: a set of bits.
enum SpokenHint : uint8_t {
  kMayBeSpoken = 1,  // it has meanings
  kMayBeClear = 2,   // it is a part of numbers, and not an ordinary word
  kMayBeMonth = 4,
  kMayBeDot = 8,  // a mark between the parts of an address
  kMayBeDomain = 16,
  kMayBeSign = 32,   // the name of @, or another word that is spoken only in addresses
  kMayBeItem = 64,   // it is a part of numbers, a letter or a mark
  kMayBeName = 128,  // of a letter but not an ordinary word, or of a spelling alphabet
};

// The hints of all words, by a hash of a word's first bytes without case and of its length. A few
// other words share a hash and get hints too. A text without spoken material costs one look at each
// word.
class SpokenHints {
 public:
  static constexpr size_t kBytes = 6;  // of a word, in its hash

  // The first bytes of a word, as many as there are, in the lowest bytes of a number.
  static uint64_t head_of(std::string_view word) {
    uint64_t head = 0;
    if (word.size() >= sizeof head) {  // by far the most
      std::memcpy(&head, word.data(), sizeof head);
    } else {
      std::memcpy(&head, word.data(), word.size());
    }
    return head;
  }

  uint8_t of(std::string_view word) const { return hints_[slot_of(head_of(word), word.size())]; }
  // Whether a word of `length` bytes > 0 may belong to a row of spoken words, which has two such
  // words; bytes after the word in `head` are ignored.
  bool may_begin(uint64_t head, size_t length) const {
    const uint16_t slot = slot_of(head, length);
    return (begins_[slot / 64] >> (slot % 64) & 1) != 0;
  }
  // Adds hints for a word or, if it is longer than its hash covers, for all words with the same
  // beginning.
  void add(std::string_view word, uint8_t hints) {
    const uint16_t slot = slot_of(head_of(word), word.size());
    hints_[slot] |= hints;
    constexpr uint8_t kBegins =
        kMayBeClear | kMayBeName | kMayBeDot | kMayBeSign | kMayBeMonth | kMayBeDomain;
    begins_[slot / 64] |= uint64_t{(hints & kBegins) != 0} << (slot % 64);
  }

 private:
  static uint16_t slot_of(uint64_t head, size_t length) {
    head &= (uint64_t{1} << (8 * std::min(length, kBytes))) - 1;
    head |= 0x2020202020202020;
    head ^= static_cast<uint64_t>(std::min(length, kBytes + 1)) << 56;
    return static_cast<uint16_t>((head * 0x9e3779b97f4a7c15u) >> 48);
  }

  std::array<uint64_t, 1024> begins_{};  // a bit for each slot: small enough to stay near
  std::array<uint8_t, 65536> hints_{};
};
const SpokenHints& spoken_hints();

}  // namespace redact
