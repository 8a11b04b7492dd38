// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/utf8.h"
#include "runtime/text/tokenizer.h"
#include "tests/fuzz/require.h"

namespace redact::fuzz {

// The tokens of a text must be of the vocabulary and tile the text, and those of a text in UTF-8
// must spell it, unless the tokenizer writes some of its characters in another way (`rewrites`).
inline void check_tokens(const Tokenizer& tokenizer, std::string_view text, bool rewrites) {
  const auto tokens = tokenizer.tokenize_continuation(text);
  require(tokens.ok());
  require(tokens->begin.size() == tokens->ids.size() && tokens->end.size() == tokens->ids.size());
  size_t reached = 0;
  std::string spelled;
  for (size_t i = 0; i < tokens->ids.size(); ++i) {
    require(tokens->ids[i] >= 0 && static_cast<size_t>(tokens->ids[i]) < tokenizer.n_vocab());
    require(tokens->begin[i] == reached && tokens->end[i] >= tokens->begin[i]);
    reached = tokens->end[i];
    spelled += tokenizer.token_bytes(tokens->ids[i]);
  }
  require(reached == text.size());
  if (is_utf8(text) && !rewrites) require(spelled == text);
}

}  // namespace redact::fuzz
