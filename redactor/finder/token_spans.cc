// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/token_spans.h"

namespace redact {

std::vector<TokenSpan> token_spans(std::span<const Span> spans, const TokenizedText& tokens,
                                   size_t offset, const Window& window) {
  std::vector<TokenSpan> out;
  size_t token = window.begin;
  for (const Span& span : spans) {
    while (token < window.end && offset + tokens.end[token] <= span.begin) ++token;
    const size_t begin = token;
    while (token < window.end && offset + tokens.begin[token] < span.end) ++token;
    if (begin < token) {
      out.push_back(
          {begin - window.read_from(), token - window.read_from(), span.label, span.score});
    }
  }
  return out;
}

}  // namespace redact
