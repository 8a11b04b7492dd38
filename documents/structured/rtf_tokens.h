// SPDX-License-Identifier: Apache-2.0
// The tokens of RTF (Microsoft's specification 1.9.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace redact {

struct RtfToken {
  enum class Kind : uint8_t {
    kOpen,     // {
    kClose,    // }
    kWord,     // \b0, with the space that may delimit it; \bin, with its data
    kSymbol,   // \~: a backslash and any other byte
    kHex,      // \'e4
    kText,     // bytes without a meaning of their own
    kLineEnd,  // CR and LF, which are no text
  };
  Kind kind;
  size_t end;                         // in the source
  std::string_view name = {};         // letters of a word, the byte of a symbol, digits of kHex
  std::optional<int> parameter = {};  // of a word
  size_t name_end = 0;                // of a word: the end of its letters and digits
  bool is_delimited = false;          // of a word: a space ends it

  bool is_word(std::string_view word) const { return kind == Kind::kWord && name == word; }
  bool is_symbol(char c) const { return kind == Kind::kSymbol && !name.empty() && name[0] == c; }
};

// The token at `at` < rtf.size().
RtfToken rtf_token(std::string_view rtf, size_t at);

// The text of a word or a symbol that stands for a character (\emdash, \~, \line), in UTF-8; empty
// for an optional hyphen, nullopt for all other tokens.
std::optional<std::string_view> rtf_character(const RtfToken& token);

}  // namespace redact
