// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "gguf_loader/metadata.h"

namespace redact {

inline constexpr char kTokensKey[] = "tokenizer.ggml.tokens";
// U+2581, by which pieces of SentencePiece, and of WordPiece in GGUF, write the space before a
// word.
inline constexpr std::string_view kSpaceMark = "\xe2\x96\x81";

enum class TokenType : int32_t {
  kNormal = 1,
  kUnknown = 2,
  kControl = 3,
  kUserDefined = 4,
  kUnused = 5,
  kByte = 6,
};

// The special tokens of a vocabulary, and the file's statements about them.
struct SpecialTokens {
  int32_t bos = -1;  // -1: the file names none
  int32_t eos = -1;
  bool add_bos = false;
  std::vector<int32_t> ends;  // eos, end of turn, end of message, if the file names them; each once
  std::map<std::string, int32_t, std::less<>> by_text;  // control and user-defined tokens

  // The id of the control or user-defined token with exactly this text; -1 if there is none.
  int32_t find(std::string_view text) const {
    const auto found = by_text.find(text);
    return found == by_text.end() ? -1 : found->second;
  }
};

// The vocabulary of a file, validated as a set. Texts view the file's bytes.
struct Vocab {
  std::vector<std::string_view> texts;
  std::vector<TokenType> types;
  SpecialTokens special;

  // Reads tokenizer.ggml.{tokens, token_type, bos_token_id, ...}. User-defined tokens that look
  // like control markup ("</s>", "[PAD7]") are turned into control tokens, so that no text can
  // produce them (P6). HTML elements ("<b>"), which some vocabularies hold as ordinary text, are
  // left alone. Errors name the key.
  static Result<Vocab> read(const Metadata& metadata, bool add_bos_by_default);

  size_t size() const { return texts.size(); }
};

// The vocabulary of a file of SentencePiece's kinds: with a finite score for each token
// (tokenizer.ggml.scores), and a token for what no other spells.
struct ScoredVocab : Vocab {
  std::vector<float> scores;
  int32_t unknown;

  static Result<ScoredVocab> read(const Metadata& metadata, bool add_bos_by_default);
  // The bytes that a token spells; empty for control, unknown and unused ones.
  std::string spelled(size_t id) const;
};

// The id that a key names; -1 if the key is absent.
Result<int32_t> find_token_id(const Metadata& metadata, const std::string& key, size_t n_vocab);

// The byte of a byte token's text, which is "<0x", two hex digits and ">"; -1 for anything else.
int byte_token_value(std::string_view text);

}  // namespace redact
