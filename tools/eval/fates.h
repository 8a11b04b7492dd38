// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tools/eval/corpus.h"

namespace redact::eval {

// What became of a code point. White space is only kLeft or kHidden.
enum class Fate : unsigned char {
  kLeft,    // not marked, not hidden
  kFound,   // marked and hidden
  kLeaked,  // marked and left
  kOver,    // a letter or digit that was hidden without need
  kHidden,  // hidden, not scored
};

// The fate of each code point of the text. A withheld document is hidden completely. A replacement
// that repeats its whole span hides nothing of that span.
std::vector<Fate> fates_of(const Document& document);

// The found spans that can be right or wrong, without duplicates: those that do not lie wholly
// inside a neutral span.
std::vector<Annotation> counted_found(const Document& document);

}  // namespace redact::eval
