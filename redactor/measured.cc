// SPDX-License-Identifier: Apache-2.0
#include "redactor/measured.h"

#include <string>
#include <vector>

#include "base/ascii.h"
#include "base/word_list.h"
#include "language/words.h"

namespace redact {

bool is_measured(std::string_view text, const Span& span) {
  constexpr size_t kLongest = 6, kReach = 16;  // digits; bytes behind them
  // Folded, so a micro sign is a mu. Shorter ones are other words, too: "L hip", "u. a.", "Unit 7".
  constexpr auto kUnits =
      word_list<"cells copies einheiten iu kg mcg mg mmol unidades units unites \u03bcg">();
  constexpr auto kVolumes = word_list<"l ml mm3 ul \u03bcl">();
  const std::string_view number = text.substr(span.begin, span.end - span.begin);
  if (number.size() > kLongest || !all_digits(number)) return false;
  const std::string_view behind = text.substr(span.end, kReach);
  if (!behind.starts_with(' ') && !behind.starts_with('/')) return false;
  const std::vector<Word> words = find_words(behind);
  if (words.empty() || words.front().begin != 1) return false;
  const std::string unit = fold(behind, words.front());
  return behind[0] == '/' ? is_among(unit, kVolumes) : is_among(unit, kUnits);
}

}  // namespace redact
