// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tools/eval/corpus.h"

namespace redact::eval {

// What became of a code point. White space is never more than hidden.
enum class Fate : unsigned char {
  kLeft,    // not marked, not hidden
  kFound,   // marked and hidden
  kLeaked,  // marked and left
  kOver,    // a letter or digit that was hidden without need
  kHidden,  // hidden, which counts neither way
};

// One for each code point of the text. A withheld document lets nothing out: all of it is hidden. A
// replacement that repeats its whole span hides nothing of it.
std::vector<Fate> fates_of(const Document& document);

// The found spans that can be right or wrong, each once: those not wholly inside what is neutral.
std::vector<Annotation> counted_found(const Document& document);

}  // namespace redact::eval
