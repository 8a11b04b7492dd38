// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <unordered_map>

#include "runtime/text/bpe.h"
#include "runtime/text/pre_names.h"
#include "runtime/text/vocab_tokenizer.h"

namespace redact {

// Byte-level BPE (tokenizer.ggml.model = "gpt2"): the text is split into words, and the bytes of
// each word are merged by rank. Every token covers its own bytes, so a token may end inside a
// character.
class ByteBpeTokenizer final : public VocabTokenizer {
 public:
  static Result<std::unique_ptr<Tokenizer>> load(const Metadata& metadata);

  Result<TokenizedText> tokenize(std::string_view text) const override;
  Result<TokenizedText> tokenize_continuation(std::string_view text) const override;
  bool adds_space() const override { return adds_space_; }

 private:
  Result<void> read_tokens(const Vocab& vocab);
  Result<void> find_byte_ids(const Vocab& vocab);
  Result<void> read_merges(const Metadata& metadata);
  // Appends the tokens of the text between two user-defined tokens; it begins at byte `base` of the
  // source.
  void add_run(std::string_view text, size_t base, TokenizedText& out) const;
  void add_words(std::string_view text, size_t base, TokenizedText& out) const;
  // Length and id of the longest user-defined token at `at`; length 0 if there is none.
  std::pair<size_t, int32_t> literal_at(std::string_view text, size_t at) const;

  PreTokenizer pre_{};
  bool adds_space_ = false;
  std::unordered_map<std::string_view, int32_t> ids_;  // normal tokens by their bytes
  std::array<int32_t, 256> byte_ids_{};                // -1 for bytes without a token
  int32_t stand_in_ = -1;                              // the token used for such a byte
  MergeTable merges_;
  std::array<std::vector<int32_t>, 256>
      literals_;  // user-defined tokens by first byte, longest first
};

}  // namespace redact
