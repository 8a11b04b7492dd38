// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tools/eval/corpus.h"

namespace redact::eval {

// What became of a code point. White space is kLeft or kHidden only.
enum class Fate : unsigned char {
  kLeft,    // not marked, not hidden
  kFound,   // marked and hidden
  kLeaked,  // marked and left
  kOver,    // a letter or digit that was hidden without need
  kHidden,  // hidden, which counts neither way
};

// The fate of each code point of the text. All of a withheld document is hidden. A replacement that
// repeats its whole span hides nothing of that span.
std::vector<Fate> fates_of(const Document& document);

// The found spans that can be right or wrong, without duplicates: those that do not lie wholly
// inside a neutral span.
std::vector<Annotation> counted_found(const Document& document);

}  // namespace redact::eval
