// SPDX-License-Identifier: Apache-2.0
// A small vocabulary of each kind of tokenizer; those of SPM and BPE have a token for every byte.
#pragma once

#include <string>

#include "tests/support/charsmap_builder.h"
#include "tests/support/vocab_builder.h"

namespace redact::fuzz {

inline testing::VocabBuilder spm_vocabulary() {
  testing::VocabBuilder b;
  b.text_key("tokenizer.ggml.model", "llama");
  b.add("<unk>", TokenType::kUnknown);
  b.add_bytes();
  b.add("\xe2\x96\x81", TokenType::kNormal, -3);
  for (const char* piece : {"a", "b", "ab", "e", "\xc3\xa9", "1", "\n"}) b.add(piece);
  b.add(" and ", TokenType::kUserDefined);
  b.id_key("tokenizer.ggml.unknown_token_id", 0);
  return b;
}

inline testing::VocabBuilder bpe_vocabulary(const char* pre) {
  testing::VocabBuilder b;
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
  return b;
}

inline testing::VocabBuilder wordpiece_vocabulary(bool lowercase) {
  testing::VocabBuilder b;
  b.text_key("tokenizer.ggml.model", "bert");
  b.bool_key("tokenizer.ggml.normalizer.lowercase", lowercase);
  for (const char* special : {"[PAD]", "[UNK]", "[CLS]", "[SEP]"}) {
    b.add(special, TokenType::kControl);
  }
  for (const char* piece : {"a", "b", "ab", "A", "e", "\xc3\xa9", "1", ".", "\xe4\xb8\xad"}) {
    b.add("\xe2\x96\x81" + std::string(piece));
    b.add(piece);
  }
  return b;
}

inline testing::VocabBuilder unigram_vocabulary(const char* pre = "default") {
  testing::VocabBuilder b;
  b.text_key("tokenizer.ggml.model", "t5");
  b.text_key("tokenizer.ggml.pre", pre);
  b.add("<unk>", TokenType::kUnknown);
  float score = -1;
  for (const char* piece : {"\xe2\x96\x81",
                            "\xe2\x96\x81"
                            "a",
                            "\xe2\x96\x81"
                            "ab",
                            "a", "b", "ab", "abab", "e", "\xc3\xa9", "1", ".", "\xe4\xb8\xad"}) {
    b.add(piece, TokenType::kNormal, score -= 0.7f);
  }
  b.add(" and ", TokenType::kUserDefined);
  b.id_key("tokenizer.ggml.unknown_token_id", 0);
  const std::string map = testing::charsmap(
      {{"\xef\xac\x81", "fi"}, {"\t", " "}, {"\x0b", ""}, {"\xc2\xbd", " 1/2 "}, {"bb", "a"}});
  b.file.kv("tokenizer.ggml.precompiled_charsmap", 9, testing::byte_array(map));
  return b;
}

}  // namespace redact::fuzz
