// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gguf_loader/gguf_file.h"
#include "runtime/text/tokenizer.h"
#include "runtime/text/vocab.h"
#include "tests/support/gguf_builder.h"

namespace redact::testing {

// The text of SentencePiece's token for a byte.
inline std::string byte_token(int byte) {
  constexpr char kHex[] = "0123456789ABCDEF";
  return std::string("<0x") + kHex[byte / 16] + kHex[byte % 16] + ">";
}

// A vocabulary of a few tokens as a GGUF file in memory. Further keys can be added through `file`.
struct VocabBuilder {
  struct Token {
    std::string text;
    TokenType type = TokenType::kNormal;
    float score = 0;
  };
  std::vector<Token> tokens;
  std::vector<std::string> merges;
  GgufBuilder file;

  void add(std::string text, TokenType type = TokenType::kNormal, float score = 0) {
    tokens.push_back({std::move(text), type, score});
  }
  void add_bytes() {
    for (int byte = 0; byte < 256; ++byte) add(byte_token(byte), TokenType::kByte);
  }
  void text_key(std::string_view key, std::string_view value) {
    file.kv(key, 8, GgufBuilder::string(value));
  }
  void id_key(std::string_view key, uint32_t value) { file.kv(key, 4, GgufBuilder::raw(value)); }
  void bool_key(std::string_view key, bool value) {
    file.kv(key, 7, std::string(1, value ? '\1' : '\0'));
  }

  std::string build() const {
    std::string texts, types, scores, lines;
    for (const Token& token : tokens) {
      texts += GgufBuilder::string(token.text);
      types += GgufBuilder::raw(static_cast<int32_t>(token.type));
      scores += GgufBuilder::raw(token.score);
    }
    for (const std::string& merge : merges) lines += GgufBuilder::string(merge);
    const auto array = [](uint32_t type, size_t n, const std::string& elements) {
      return GgufBuilder::raw(type) + GgufBuilder::raw<uint64_t>(n) + elements;
    };
    GgufBuilder out = file;
    out.kv("tokenizer.ggml.tokens", 9, array(8, tokens.size(), texts));
    out.kv("tokenizer.ggml.token_type", 9, array(5, tokens.size(), types));
    out.kv("tokenizer.ggml.scores", 9, array(6, tokens.size(), scores));
    out.kv("tokenizer.ggml.merges", 9, array(8, merges.size(), lines));
    return out.build();
  }

  // The tokenizer does not refer to the file's bytes, which are freed here.
  Result<std::unique_ptr<Tokenizer>> load() const {
    const std::string bytes = build();
    REDACT_ASSIGN(const GgufFile parsed,
                  GgufFile::parse({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()}));
    return Tokenizer::load(parsed.metadata());
  }
};

}  // namespace redact::testing
