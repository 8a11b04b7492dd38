// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/eval/corpus.h"
#include "tools/eval/tally.h"

namespace redact::eval {

// Whether the output is known, and where in it the replacement of each found span stands. Nothing
// can be said of it otherwise.
bool is_comparable(const Document& document);

// What of a found span stands again in its replacement: the longest common run of three characters
// or more. Shorter ones meet by chance.
struct Repeat {
  double characters = 0;  // white space apart
  bool whole = false;     // all of the span: nothing was hidden
};

// Of the found span `i` of a comparable document.
Repeat repeat_of(const Document& document, size_t i);

// Counts what differs outside the replacements, and what the replacements repeat.
void count_output(const Document& document, Tally& tally);

}  // namespace redact::eval
