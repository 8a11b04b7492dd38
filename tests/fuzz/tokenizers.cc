// SPDX-License-Identifier: Apache-2.0
// Any text through small vocabularies of both kinds and through every way to split words.
#include "tests/fuzz/check_tokens.h"
#include "tests/support/vocab_builder.h"

namespace redact::fuzz {
namespace {

using testing::VocabBuilder;

std::unique_ptr<Tokenizer> spm() {
  VocabBuilder b;
  b.text_key("tokenizer.ggml.model", "llama");
  b.add("<unk>", TokenType::kUnknown);
  const char* hex = "0123456789ABCDEF";
  for (int byte = 0; byte < 256; ++byte) {
    b.add(std::string("<0x") + hex[byte / 16] + hex[byte % 16] + ">", TokenType::kByte);
  }
  b.add("\xe2\x96\x81", TokenType::kNormal, -3);
  for (const char* piece : {"a", "b", "ab", "e", "\xc3\xa9", "1", "\n"}) b.add(piece);
  b.add(" and ", TokenType::kUserDefined);
  b.id_key("tokenizer.ggml.unknown_token_id", 0);
  return b.load().value();
}

std::unique_ptr<Tokenizer> bpe(const char* pre) {
  VocabBuilder b;
  b.text_key("tokenizer.ggml.model", "gpt2");
  b.text_key("tokenizer.ggml.pre", pre);
  int next = 0x100;  // GPT-2's alphabet: a printable character for every byte
  for (int byte = 0; byte < 256; ++byte) {
    const bool prints =
        (byte >= '!' && byte <= '~') || (byte >= 0xa1 && byte <= 0xac) || byte >= 0xae;
    const int point = prints ? byte : next++;
    std::string text(1, static_cast<char>(point));
    if (point >= 0x80) {
      text = {static_cast<char>(0xc0 | point >> 6), static_cast<char>(0x80 | (point & 0x3f))};
    }
    b.add(text);
  }
  for (const char* token : {"ab", "abc", "aa", "aaaa"}) b.add(token);
  b.merges = {"a b", "ab c", "a a", "aa aa"};
  return b.load().value();
}

}  // namespace
}  // namespace redact::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace redact::fuzz;
  static const auto pieces = spm();
  static const auto llama = bpe("llama-bpe"), gpt = bpe("gpt-2"), qwen = bpe("qwen2"),
                    tekken = bpe("tekken"), small = bpe("smollm");
  const std::string_view text = text_of(data, size);
  const bool has_mark = text.find("\xe2\x96\x81") != text.npos;  // which pieces spell as a space
  check_tokens(*pieces, text, has_mark);
  for (const auto* tokenizer : {&llama, &gpt, &tekken, &small}) {
    check_tokens(**tokenizer, text, false);
  }
  check_tokens(*qwen, text, true);
  return 0;
}
