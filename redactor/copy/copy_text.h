// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "runtime/text/tokenizer.h"

namespace redact {

// The text that a decoder copies, in bytes and in tokens.
class CopyText {
 public:
  // `continues`: how the tokenizer treats the start of the text (ChatPrompt::text_continues).
  // Errors are the tokenizer's.
  static Result<CopyText> make(std::string_view text, const Tokenizer& tokenizer, bool continues);

  std::string_view text() const { return text_; }
  size_t size() const { return text_.size(); }
  const TokenizedText& tokens() const { return tokens_; }

  // The token of tokens() that begins at `at`; nullopt inside a token and at the end.
  struct OwnToken {
    int32_t id;
    size_t end;
  };
  std::optional<OwnToken> own_token(size_t at) const;

 private:
  std::string text_;
  TokenizedText tokens_;
};

}  // namespace redact
