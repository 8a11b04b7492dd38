// SPDX-License-Identifier: Apache-2.0
#include "redactor/copy/copy_text.h"

#include <algorithm>

namespace redact {

Result<CopyText> CopyText::make(std::string_view text, const Tokenizer& tokenizer, bool continues) {
  CopyText out;
  out.text_ = text;
  REDACT_ASSIGN(out.tokens_,
                continues ? tokenizer.tokenize_continuation(text) : tokenizer.tokenize(text));
  return out;
}

std::optional<CopyText::OwnToken> CopyText::own_token(size_t at) const {
  const auto found = std::lower_bound(tokens_.begin.begin(), tokens_.begin.end(), at);
  for (auto i = static_cast<size_t>(found - tokens_.begin.begin());
       i < tokens_.ids.size() && tokens_.begin[i] == at; ++i) {
    // The space that a tokenizer adds before a text has no bytes.
    if (tokens_.end[i] > at) return OwnToken{tokens_.ids[i], tokens_.end[i]};
  }
  return std::nullopt;
}

}  // namespace redact
