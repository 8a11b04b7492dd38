// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/eval/corpus.h"
#include "tools/eval/tally.h"

namespace redact::eval {

// Whether the output is known, and the place of each found span's replacement in it. Without these
// nothing can be said about the output.
bool is_comparable(const Document& document);

// What a replacement repeats of its span: the longest common run of three characters or more.
// Shorter runs are common by chance.
struct Repeat {
  double characters = 0;      // without white space
  bool whole = false;         // the whole span is repeated, so nothing was hidden
  size_t begin = 0, end = 0;  // of it in the text; equal for none
};

// Of the found span `i` of a comparable document.
Repeat repeat_of(const Document& document, size_t i);

// Counts what differs outside the replacements, and what the replacements repeat.
void count_output(const Document& document, Tally& tally);

}  // namespace redact::eval
