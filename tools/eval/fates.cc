// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/fates.h"

#include <utf8proc.h>

#include <algorithm>
#include <cstddef>

#include "redactor/words.h"

namespace redact::eval {

namespace {

using Mask = std::vector<bool>;

Mask mask_of(const std::vector<Annotation>& annotations, size_t size) {
  Mask mask(size, false);
  for (const Annotation& a : annotations)
    std::fill(mask.begin() + static_cast<std::ptrdiff_t>(a.begin),
              mask.begin() + static_cast<std::ptrdiff_t>(a.end), true);
  return mask;
}

}  // namespace

bool is_space(char32_t c) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return (c >= 9 && c <= 13) || category == UTF8PROC_CATEGORY_ZS ||
         category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

bool is_alphanumeric(char32_t c) { return is_word_character(static_cast<int32_t>(c)); }

std::vector<Fate> fates_of(const Document& document) {
  const std::u32string& text = document.text;
  const Mask gold = mask_of(document.gold, text.size());
  const Mask neutral = mask_of(document.neutral, text.size());
  const Mask hidden =
      document.failed ? Mask(text.size(), true) : mask_of(document.found, text.size());
  std::vector<Fate> fates(text.size());
  for (size_t i = 0; i < text.size(); ++i) {
    if (gold[i] && !is_space(text[i])) {
      fates[i] = hidden[i] ? Fate::kFound : Fate::kLeaked;
    } else if (!hidden[i]) {
      fates[i] = Fate::kLeft;
    } else {
      fates[i] = is_alphanumeric(text[i]) && !neutral[i] ? Fate::kOver : Fate::kHidden;
    }
  }
  return fates;
}

std::vector<Annotation> counted_found(const Document& document) {
  const Mask neutral = mask_of(document.neutral, document.text.size());
  std::vector<Annotation> counted;
  for (const Annotation& found : document.found) {
    bool inside = false, outside = false;
    for (size_t i = found.begin; i < found.end; ++i) {
      if (!is_space(document.text[i])) (neutral[i] ? inside : outside) = true;
    }
    if (outside || !inside) counted.push_back(found);
  }
  return counted;
}

}  // namespace redact::eval
