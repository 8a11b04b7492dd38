// SPDX-License-Identifier: Apache-2.0
// Any text through small vocabularies of all kinds and through every way to split words.
#include "tests/fuzz/check_tokens.h"
#include "tests/fuzz/small_vocabularies.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace redact::fuzz;
  const auto bpe = [](const char* pre) { return bpe_vocabulary(pre).load().value(); };
  static const auto pieces = spm_vocabulary().load().value();
  static const auto llama = bpe("llama-bpe"), gpt = bpe("gpt-2"), qwen = bpe("qwen2"),
                    tekken = bpe("tekken"), o200k = bpe("gpt-4o"), small = bpe("smollm");
  const std::string_view text = text_of(data, size);
  const bool has_mark = text.find("\xe2\x96\x81") != text.npos;  // which pieces spell as a space
  check_tokens(*pieces, text, has_mark);
  for (const auto* tokenizer : {&llama, &gpt, &tekken, &o200k, &small}) {
    check_tokens(**tokenizer, text, false);
  }
  check_tokens(*qwen, text, true);
  static const auto cased = wordpiece_vocabulary(false).load().value(),
                    uncased = wordpiece_vocabulary(true).load().value();
  static const auto unigram = unigram_vocabulary().load().value(),
                    deberta = unigram_vocabulary("deberta-v2").load().value();
  for (const auto* tokenizer : {&cased, &uncased, &unigram, &deberta}) {
    check_tokens(**tokenizer, text, true);
  }
  return 0;
}
