// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tools/eval/corpus.h"
#include "tools/eval/tally.h"

namespace redact::eval {

// Walks source and output side by side: every code point outside the replacements must be the same.
void count_edits(const Document& document, Tally& tally);

}  // namespace redact::eval
