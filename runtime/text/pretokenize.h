// SPDX-License-Identifier: Apache-2.0
// Where merges may not cross: hand-written linear scanners for the splitting rules that
// vocabularies name in tokenizer.ggml.pre. A backtracking regex would do, until a line of 26,000
// equals signs overflows its stack. Invalid bytes count as symbols.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace redact {

// The pattern that each vocabulary was trained with, as its Hugging Face tokenizer states it:
//   gpt-2         clitics; letters, numbers or symbols with one space before them; white space
//   llama-bpe     clitics in any case, one symbol leads letters, numbers by three, symbols with
//                 the line ends behind them
//   qwen2         llama-bpe with numbers one by one
//   smollm        numbers one by one first, then gpt-2 on each piece between them
//   tekken        no clitics; upper* lower+ or upper+ lower* of letters and marks, by Unicode
//                 category; numbers one by one; symbols take slashes as well as line ends
//   deepseek-llm  six patterns, one after another
enum class SplitRule { kGpt2, kLlamaBpe, kQwen2, kSmolLm, kTekken, kDeepseekLlm };

// The ends of the words of `text`, ascending byte offsets, the last one text.size(); the words tile
// the text. Empty for an empty text.
std::vector<size_t> split_words(SplitRule rule, std::string_view text);

}  // namespace redact
