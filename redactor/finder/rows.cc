// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/rows.h"

#include <utf8proc.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/utf8.h"

namespace redact {

namespace {

enum class Kind { kSpace, kLetter, kDigit, kMark };

// A character of a text, or a byte that is not UTF-8.
struct Character {
  size_t begin = 0;
  size_t end = 0;
  Kind kind = Kind::kSpace;
  bool is_small = false;
  bool is_capital = false;
};

Character character_at(std::string_view text, size_t at) {
  const Utf8Unit unit = decode_utf8(text, at);
  Character out{at, at + unit.n_bytes};
  if (unit.code_point == ' ') return out;
  const utf8proc_category_t category = utf8proc_category(unit.code_point);
  // Accents and vowel marks count as letters: L*, M*.
  const bool letter = category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_ME;
  out.kind = letter ? Kind::kLetter : category == UTF8PROC_CATEGORY_ND ? Kind::kDigit : Kind::kMark;
  out.is_capital = category == UTF8PROC_CATEGORY_LU;
  // Python also counts the modifier letters of phonetic alphabets as small.
  out.is_small = category == UTF8PROC_CATEGORY_LL || unit.code_point == 0xaa ||
                 unit.code_point == 0xba;  // ª º
  return out;
}

// Moves through the characters of a text.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  // The character that has byte `at`, which must not decrease; a space behind the text.
  const Character& at(size_t at) {
    while (here_.end <= at) {
      here_ = here_.end < text_.size() ? character_at(text_, here_.end) : Character{at, at + 1};
    }
    return here_;
  }

 private:
  std::string_view text_;
  Character here_;
};

bool share_a_word(const Character& before, const Character& next) {
  if (before.kind != next.kind) return false;
  if (next.kind == Kind::kDigit) return true;
  return next.kind == Kind::kLetter && !(before.is_small && next.is_capital);
}

}  // namespace

TextRows cut_rows(std::string_view text, TokenizedText tokens, const RowLimits& limits) {
  TextRows rows;
  const size_t n = tokens.ids.size();
  if (limits.tokens == 1) {
    rows.first.resize(n + 1);
    std::iota(rows.first.begin(), rows.first.end(), 0u);
    rows.tokens = std::move(tokens);
    return rows;
  }
  rows.first.clear();
  Cursor cursor(text);
  Character before;               // the last of the token before
  size_t size = 0;                // tokens of the row
  size_t spaces = 0, digits = 0;  // how many of them end in a space, and in a digit
  for (size_t i = 0; i < n; ++i) {
    const size_t begin = tokens.begin[i], end = tokens.end[i];
    const Character first = cursor.at(begin), last = cursor.at(std::max(begin + 1, end) - 1);
    // Whether the token goes on with a character of the token before, whose bytes are tokens.
    const bool within = i > 0 && (first.begin < begin || tokens.begin[i - 1] == tokens.end[i - 1]);
    size_t needed = 1;  // tokens of the first character
    for (size_t j = i; !within && j + 1 < n && tokens.end[j] < first.end; ++j) ++needed;
    const bool joins = spaces == size || share_a_word(before, first);
    const bool full =
        size + needed > limits.tokens || (last.kind == Kind::kDigit && digits >= limits.digits);
    if (size == 0 || size == limits.tokens || (!within && (!joins || full))) {
      rows.first.push_back(static_cast<uint32_t>(i));
      size = spaces = digits = 0;
    }
    ++size;
    spaces += last.kind == Kind::kSpace;
    digits += last.kind == Kind::kDigit;
    before = last;
  }
  rows.first.push_back(static_cast<uint32_t>(n));
  rows.tokens = std::move(tokens);
  return rows;
}

}  // namespace redact
