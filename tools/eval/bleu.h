// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tools/eval/tally.h"

namespace redact::eval {

// Tokens of mteval-v13a and of sacrebleu's "13a": line ends become spaces, four HTML entities are
// resolved, and every ASCII mark is a token, except full stops, commas and hyphens inside numbers.
std::vector<std::string> tokenize_13a(const std::string& text);

// Adds the n-gram counts of one pair of texts (BLEU, Papineni et al. 2002).
void add_ngrams(const std::string& hypothesis, const std::string& reference, Tally& tally);

}  // namespace redact::eval
