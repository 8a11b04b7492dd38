// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "runtime/text/tokenizer.h"

namespace redact {

// The tokens of a text in rows, of which a pass computes one at a time: a row has one token, or
// those of a word, whose embeddings are summed.
struct TextRows {
  TokenizedText tokens;
  std::vector<uint32_t> first{0};  // [n + 1]: the first token of each row, then the tokens' number

  size_t n() const { return first.size() - 1; }
  // Bytes of the text; a row may begin with the white space before its word.
  size_t begin(size_t row) const { return tokens.begin[first[row]]; }
  size_t end(size_t row) const { return tokens.end[first[row + 1] - 1]; }
  std::span<const int32_t> ids(size_t row) const {
    return std::span(tokens.ids).subspan(first[row], first[row + 1] - first[row]);
  }
};

// The most tokens of a row, and with more than one the most that end in a digit.
struct RowLimits {
  size_t tokens = 1;  // 1, or at least 4, so that the bytes of a character stay together
  size_t digits = 0;
};

// Cuts the tokens of a text into rows. With a limit of more than one token a row is a word, a
// mark or a few digits, with the spaces before it. A word ends where letters meet digits and where
// a capital follows a small letter ("byCLAIRE"), but never inside a token. tools/train/rows.py cuts
// the same way.
TextRows cut_rows(std::string_view text, TokenizedText tokens, const RowLimits& limits);

}  // namespace redact
