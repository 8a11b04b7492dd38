// SPDX-License-Identifier: Apache-2.0
// What tokenizers of normalised words share: a word with the way back to its source, and tokens
// that tile a text although the characters between words belong to none.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "runtime/text/tokenizer.h"

namespace redact {

// A word of normalised characters.
struct NormalisedWord {
  // The bytes of the text that a character stands for.
  struct Character {
    size_t end;  // in NormalisedWord::text
    uint32_t source_begin, source_end;
  };
  std::string text;
  std::vector<Character> characters;

  bool empty() const { return characters.empty(); }
  void clear() { text.clear(), characters.clear(); }
  void add(int32_t point, size_t begin, size_t end) {
    append_utf8(point, text);
    characters.push_back(
        {text.size(), static_cast<uint32_t>(begin), static_cast<uint32_t>(end)});
  }
  // Gives a character that is dropped, up to byte `end`, to the one before it.
  void drop(size_t end) {
    if (!empty()) characters.back().source_end = static_cast<uint32_t>(end);
  }
  // The bytes of text of characters [first, last].
  std::string_view piece(size_t first, size_t last) const {
    const size_t begin = first == 0 ? 0 : characters[first - 1].end;
    return std::string_view(text).substr(begin, characters[last].end - begin);
  }
};

// Tokens that tile a text, from the bytes that each stands for. Bytes between words belong to the
// token behind them, but those up to the last line end to the token before.
class Tiling {
 public:
  explicit Tiling(std::string_view text) : text_(text) {}

  // The token of characters [first, last] of a word; words and their tokens come in order.
  void add(int32_t id, const NormalisedWord& word, size_t first, size_t last) {
    add(id, word.characters[first].source_begin, word.characters[last].source_end);
  }
  // A text without words is one unknown token.
  TokenizedText take(int32_t unknown) {
    if (tokens_.ids.empty() && !text_.empty()) add(unknown, 0, text_.size());
    if (!tokens_.ids.empty()) tokens_.end.back() = narrow(text_.size());
    return std::move(tokens_);
  }

 private:
  static uint32_t narrow(size_t at) { return static_cast<uint32_t>(at); }

  // [begin, end) does not begin before that of the token before it.
  void add(int32_t id, size_t begin, size_t end) {
    if (!tokens_.ids.empty() && begin > reached_) {
      const size_t line_end = text_.substr(reached_, begin - reached_).rfind('\n');
      if (line_end != text_.npos) tokens_.end.back() = narrow(reached_ += line_end + 1);
    }
    tokens_.ids.push_back(id);
    tokens_.begin.push_back(narrow(reached_));
    tokens_.end.push_back(narrow(reached_ = std::max(reached_, end)));
  }

  std::string_view text_;
  size_t reached_ = 0;
  TokenizedText tokens_;
};

}  // namespace redact
