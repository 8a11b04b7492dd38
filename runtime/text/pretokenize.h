// SPDX-License-Identifier: Apache-2.0
// Where merges may not cross: hand-written linear scanners for the splitting rules that
// vocabularies name in tokenizer.ggml.pre. A backtracking regex would do, until a line of 26,000
// equals signs overflows its stack. Invalid bytes count as symbols.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace redact {

enum class SplitRule { kGpt2, kLlamaBpe, kQwen2, kDeepseekLlm };

// The rule of a tokenizer.ggml.pre name; nullopt for a name this build does not know.
std::optional<SplitRule> find_split_rule(std::string_view name);

// The ends of the words of `text`, ascending byte offsets, the last one text.size(); the words tile
// the text. Empty for an empty text.
std::vector<size_t> split_words(SplitRule rule, std::string_view text);

}  // namespace redact
