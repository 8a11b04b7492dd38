// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/eval/corpus.h"
#include "tools/eval/tally.h"

namespace redact::eval {

// Whether the output and the place of each found span's replacement in it are known. Without these
// the output cannot be checked.
bool is_comparable(const Document& document);

// The part of its span that a replacement repeats: the longest common run of three characters or
// more. Shorter runs are common by chance.
struct Repeat {
  double characters = 0;      // without white space
  bool whole = false;         // the whole span is repeated, so nothing was hidden
  size_t begin = 0, end = 0;  // its place in the text; equal if there is none
};

// The repeat of the found span `i` of a comparable document.
Repeat repeat_of(const Document& document, size_t i);

// Counts the differences outside the replacements, and what the replacements repeat.
void count_output(const Document& document, Tally& tally);

}  // namespace redact::eval
