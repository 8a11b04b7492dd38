// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/tokens.h"

#include "tools/eval/characters.h"

namespace redact::eval {

std::vector<Token> split_tokens(std::u32string_view text) {
  std::vector<Token> tokens;
  for (size_t at = 0; at < text.size();) {
    if (is_space(text[at])) {
      ++at;
      continue;
    }
    Token token{at, at + 1, is_alphanumeric(text[at])};
    while (token.is_word && token.end < text.size() && is_alphanumeric(text[token.end])) {
      ++token.end;
    }
    tokens.push_back(token);
    at = token.end;
  }
  return tokens;
}

}  // namespace redact::eval
