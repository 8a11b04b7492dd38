// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "redactor/spoken/lexicon.h"

namespace redact {

// A word of a text, or a phrase with one meaning, and its possible meanings in spoken material.
struct SpokenToken {
  size_t begin, end;                               // bytes of the text
  const std::vector<Meaning>* meanings = nullptr;  // nullptr: an ordinary word
  bool joined_and = false;                         // it begins with the Arabic "and"
  bool digits = false;                             // written digits
  char letter = '\0';                              // a single Latin letter, as a capital
  std::optional<Meaning> solid = {};               // a number of several parts in one word

  // Its meaning of this kind in a language; nullptr: none.
  const Meaning* as(Spoken kind, uint8_t language) const;
};

// Whether a text may hold spoken material: adjacent words for numbers, letters or marks. Most texts
// do not, and cost only this scan.
bool may_hold_spoken(std::string_view text);

std::vector<SpokenToken> spoken_tokens(std::string_view text);

// The distance between two tokens.
enum class Gap : unsigned char {
  kNone,   // by spaces, a hyphen or one line end
  kPause,  // by a comma, too
  kWide,   // by anything else
};
Gap gap_between(std::string_view text, const SpokenToken& a, const SpokenToken& b);

}  // namespace redact
