// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace redact::eval {

// Code points [begin, end): a sequence of letters and digits, or a single mark.
struct Token {
  size_t begin;
  size_t end;
  bool is_word;  // a sequence of letters and digits
};

// White space belongs to no token.
std::vector<Token> split_tokens(std::u32string_view text);

}  // namespace redact::eval
