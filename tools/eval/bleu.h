// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tools/eval/tally.h"

namespace redact::eval {

// Tokens as mteval-v13a and sacrebleu's "13a" make them: line ends become spaces, four HTML
// entities are resolved, ASCII marks stand alone, but for full stops, commas and hyphens inside
// numbers.
std::vector<std::string> tokenize_13a(const std::string& text);

// Adds the n-gram counts of one pair of texts (BLEU, Papineni et al. 2002).
void add_ngrams(const std::string& hypothesis, const std::string& reference, Tally& tally);

}  // namespace redact::eval
