// SPDX-License-Identifier: Apache-2.0
#include "redactor/measured.h"

#include <vector>

#include "base/ascii.h"
#include "base/word_list.h"
#include "language/words.h"

namespace redact {

bool is_measured(std::string_view text, const Span& span) {
  constexpr size_t kLongest = 7, kReach = 16;  // digits; bytes behind them
  constexpr auto kUnits = word_list<
      "cells copies einheiten g iu kg l mcg mg ml mm3 mmol u ui ul unidades unit units unites unita "
      "μg μl">();  // folded, so a micro sign is a mu
  const std::string_view number = text.substr(span.begin, span.end - span.begin);
  if (number.size() > kLongest || !all_digits(number)) return false;
  const std::string_view behind = text.substr(span.end, kReach);
  if (!behind.starts_with(' ') && !behind.starts_with('/')) return false;
  const std::vector<Word> words = find_words(behind);
  if (words.empty() || words.front().begin != 1) return false;
  return is_among(fold(behind, words.front()), kUnits);
}

}  // namespace redact
