// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/characters.h"

#include <utf8proc.h>

#include "language/words.h"

namespace redact::eval {

bool is_space(char32_t c) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return (c >= 9 && c <= 13) || category == UTF8PROC_CATEGORY_ZS ||
         category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

bool is_alphanumeric(char32_t c) { return is_word_character(static_cast<int32_t>(c)); }

}  // namespace redact::eval
