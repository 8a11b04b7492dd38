// SPDX-License-Identifier: Apache-2.0
#include "redactor/window.h"

namespace redact {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// How good a cut right before token `i` is: 3 after a line end, 2 after a sentence, 1 before a
// space.
int cut_quality(std::string_view text, const TokenizedText& tokens, size_t i) {
  const size_t at = tokens.begin[i];
  if (at == 0 || at >= text.size()) return 0;
  const char before = text[at - 1];
  if (before == '\n') return 3;
  if (!is_space(text[at])) return 0;
  return before == '.' || before == '!' || before == '?' ? 2 : 1;
}

size_t cut_before(std::string_view text, const TokenizedText& tokens, size_t begin,
                  size_t max_tokens) {
  const size_t last = begin + max_tokens;
  size_t best = last;
  int best_quality = 0;
  for (size_t i = last; i > begin + max_tokens / 2; --i) {  // the last of equals wins
    const int quality = cut_quality(text, tokens, i);
    if (quality > best_quality) {
      best = i;
      best_quality = quality;
    }
  }
  return best;
}

}  // namespace

std::vector<Window> cut_windows(std::string_view text, const TokenizedText& tokens,
                                size_t max_tokens) {
  std::vector<Window> windows;
  const size_t n = tokens.ids.size();
  for (size_t begin = 0; begin < n;) {
    const size_t end = n - begin <= max_tokens ? n : cut_before(text, tokens, begin, max_tokens);
    windows.push_back({begin, end});
    begin = end;
  }
  return windows;
}

}  // namespace redact
