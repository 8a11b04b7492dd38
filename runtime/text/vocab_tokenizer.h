// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "runtime/text/tokenizer.h"
#include "runtime/text/vocab.h"

namespace redact {

// The answers common to all tokenizers whose vocabulary consists of tokens that spell bytes.
class VocabTokenizer : public Tokenizer {
 public:
  size_t n_vocab() const override { return bytes_.size(); }
  std::string_view token_bytes(int32_t id) const override {
    return bytes_[static_cast<size_t>(id)];
  }
  int32_t bos_id() const override { return special_.bos; }
  int32_t eos_id() const override { return special_.eos; }
  bool add_bos() const override { return special_.add_bos; }
  int32_t special_id(std::string_view text) const override { return special_.find(text); }
  std::span<const int32_t> end_ids() const override { return special_.ends; }

 protected:
  std::vector<std::string> bytes_;  // of each token; empty for control and unknown tokens
  SpecialTokens special_;
};

}  // namespace redact
