// SPDX-License-Identifier: Apache-2.0
// Splits a text into words, across which merges may not reach: hand-written linear scanners for the
// splitting rules that vocabularies name in tokenizer.ggml.pre. A backtracking regex would overflow
// its stack on a line of 26,000 equals signs. Invalid bytes count as symbols.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace redact {

// The pattern that each vocabulary was trained with, as stated by its Hugging Face tokenizer:
//   gpt-2         clitics; letters, numbers or symbols with one space before them; white space
//   llama-bpe     clitics in any case; letters with one symbol or space before them; numbers by
//                 three; symbols with the line ends after them
//   qwen2         llama-bpe with numbers one by one
//   smollm        numbers one by one first, then gpt-2 on each piece between them
//   tekken        no clitics; upper* lower+ or upper+ lower* of letters and marks, by Unicode
//                 category; numbers one by one; symbols with the slashes and line ends after them
//   gpt-4o        tekken with the clitic behind letters as part of their word, in any case; numbers
//                 by three
//   deepseek-llm  six patterns, applied one after another
enum class SplitRule { kGpt2, kLlamaBpe, kQwen2, kSmolLm, kTekken, kGpt4o, kDeepseekLlm };

// The ends of the words of `text`, ascending byte offsets, the last one text.size(); the words tile
// the text. Empty for an empty text.
std::vector<size_t> split_words(SplitRule rule, std::string_view text);

}  // namespace redact
