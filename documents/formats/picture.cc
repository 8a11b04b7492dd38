// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/picture.h"

#include <algorithm>

#include "base/ascii.h"

namespace redact {

bool is_picture(std::string_view text) {
  // Of days, months, years, hours, minutes and seconds in several languages.
  constexpr std::string_view kLetters = "dmyhstjag", kSigns = " #0?.,:;/-%@_'";
  constexpr std::string_view kHalves = "am/pm", kLanguage = "[$-";
  constexpr size_t kMost = 5;  // letters that stand for one thing: mmmmm
  const auto is_letter_at = [&](size_t at) { return at < text.size() && may_be_letter(text[at]); };
  for (size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (starts_with_any_case(rest, kHalves) || rest.starts_with(kLanguage)) {
      const size_t end = rest.starts_with(kLanguage) ? rest.find(']') : kHalves.size() - 1;
      if (end == rest.npos) return false;
      at += end + 1;
      continue;
    }
    const char c = to_lower(text[at]);
    size_t n = 1;
    while (n < rest.size() && to_lower(rest[n]) == c) ++n;
    // "M/d" has single letters, and "yyyy-MM-ddTHH" one between others; "Amy" is a word.
    const bool is_alone = c == 't' || !((at > 0 && is_letter_at(at - 1)) || is_letter_at(at + n));
    const bool is_unit =
        kLetters.find(c) != kLetters.npos && n <= kMost && (n > 1 || is_alone);
    if (!is_unit && kSigns.find(c) == kSigns.npos) return false;
    at += n;
  }
  return true;
}

}  // namespace redact
