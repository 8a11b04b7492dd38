// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace redact {

// What a vocabulary of BERT's kind does with a character before words are cut into pieces.
struct BertNormaliser {
  bool lowercase;
  bool strip_accents;  // decompose, and drop the marks

  enum class Kind {
    kDropped,  // a control or format character, an accent, or a byte that is not valid UTF-8
    kSpace,    // ends a word and belongs to none
    kInWord,
    kAlone,  // a word by itself: punctuation, or an ideograph
  };
  // The canonical decomposition of a character has at most four code points, the lower case of one
  // at most two.
  struct Character {
    Kind kind;
    size_t n = 0;
    std::array<int32_t, 8> points{};
    // A character of several code points may hold some that are words by themselves, as U+1FEF
    // holds a grave accent.
    std::array<bool, 8> alone{};
  };

  // `point`: a code point, or -1 for an invalid byte.
  Character normalise(int32_t point) const;
};

}  // namespace redact
