// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/masks.h"

#include <utf8proc.h>

#include <algorithm>

#include "redactor/words.h"

namespace redact::eval {

bool is_space(char32_t c) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return (c >= 9 && c <= 13) || category == UTF8PROC_CATEGORY_ZS ||
         category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

bool is_alphanumeric(char32_t c) { return is_word_character(static_cast<int32_t>(c)); }

Mask mask_of(const std::vector<Annotation>& annotations, size_t size) {
  Mask mask(size, false);
  for (const Annotation& a : annotations)
    std::fill(mask.begin() + static_cast<ptrdiff_t>(a.begin),
              mask.begin() + static_cast<ptrdiff_t>(a.end), true);
  return mask;
}

Mask hidden_mask(const Document& document) {
  const size_t size = document.text.size();
  return document.failed ? Mask(size, true) : mask_of(document.found, size);
}

}  // namespace redact::eval
