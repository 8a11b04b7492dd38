// SPDX-License-Identifier: Apache-2.0
#include "redactor/policy/placeholder.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/parse_number.h"
#include "base/utf8.h"
#include "language/words.h"

namespace redact {

namespace {

constexpr size_t kMostDigits = 18;  // so that the numbers above these are in 64 bits, too

bool is_closed(std::string_view placeholder) { return placeholder.ends_with(']'); }

bool is_of_hash(char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); }

}  // namespace

std::string masked(std::string_view surface) {
  std::string out;
  for (size_t at = 0; at < surface.size();) {
    const Utf8Unit unit = decode_utf8(surface, at);
    if (unit.code_point < 0 || is_word_character(unit.code_point)) {
      out += '*';
    } else {
      out += surface.substr(at, unit.n_bytes);
    }
    at += unit.n_bytes;
  }
  return out;
}

std::string with_suffix(const std::string& placeholder, const std::string& suffix) {
  if (!is_closed(placeholder)) return placeholder + "_" + suffix;
  return placeholder.substr(0, placeholder.size() - 1) + "_" + suffix + "]";
}

TagsInText find_tags(std::string_view text, const Treatment& treatment) {
  TagsInText found;
  std::string_view stem = treatment.placeholder, end;
  if (stem.size() > 1 && is_closed(stem)) {
    end = stem.substr(stem.size() - 1);
    stem.remove_suffix(1);
  }
  if (stem.empty()) return found;
  for (size_t at = text.find(stem); at != text.npos; at = text.find(stem, at + 1)) {
    const std::string_view rest = text.substr(at + stem.size());
    const bool is_bare = rest.starts_with(end);
    const bool is_number = treatment.op == Operator::kNumber;
    std::string_view suffix;
    if ((is_number || treatment.op == Operator::kHash) && rest.starts_with('_')) {
      const auto* const stop =
          std::find_if_not(rest.begin() + 1, rest.end(), is_number ? is_digit : is_of_hash);
      suffix = rest.substr(1, static_cast<size_t>(stop - rest.begin()) - 1);
    }
    const bool is_suffixed = !suffix.empty() && suffix.size() <= kMostDigits &&
                             rest.substr(1 + suffix.size()).starts_with(end);
    if (is_bare || is_suffixed) ++found.n;
    if (!is_suffixed || !is_number) continue;
    found.highest = std::max(found.highest, parse_number<uint64_t>(suffix).value_or(0));
  }
  return found;
}

}  // namespace redact
