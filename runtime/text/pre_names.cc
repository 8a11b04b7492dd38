// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/pre_names.h"

namespace redact {

namespace {

struct Row {
  std::string_view name;
  PreTokenizer pre;
};

constexpr PreTokenizer kLlama3{SplitRule::kLlamaBpe, true, true};
constexpr PreTokenizer kCl100k{SplitRule::kLlamaBpe, false, false};
constexpr PreTokenizer kQwen{SplitRule::kQwen2, false, false, true};
constexpr PreTokenizer kDigitsFirst{SplitRule::kSmolLm, false, false};

// Each name is that of the model whose vocabulary was converted first; several share a rule.
// whole_words_first and add_bos follow llama.cpp's loader (src/llama-vocab.cpp). Names that
// llama.cpp maps to one of these rules, but that no available vocabulary could confirm (pixtral,
// falcon3), are left out.
constexpr Row kRows[] = {
    {"gpt-2", {SplitRule::kGpt2, false, false}},
    {"modern-bert", {SplitRule::kGpt2, false, false, true}},
    {"roberta-bpe", {SplitRule::kGpt2, false, false, false, true}},
    {"llama-bpe", kLlama3},
    {"llama3", kLlama3},
    {"llama-v3", kLlama3},
    {"smaug-bpe", kCl100k},
    {"dbrx", kCl100k},
    {"qwen2", kQwen},
    {"deepseek-r1-qwen", kQwen},
    {"deepseek-llm", {SplitRule::kDeepseekLlm, false, false}},
    {"smollm", kDigitsFirst},
    {"starcoder", kDigitsFirst},
    {"refact", kDigitsFirst},
    {"tekken", {SplitRule::kTekken, true, true}},
    {"gpt-4o", {SplitRule::kGpt4o, true, false}},
};

}  // namespace

std::optional<PreTokenizer> find_pre_tokenizer(std::string_view name) {
  for (const Row& row : kRows) {
    if (row.name == name) return row.pre;
  }
  return std::nullopt;
}

}  // namespace redact
