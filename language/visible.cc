// SPDX-License-Identifier: Apache-2.0
#include "language/visible.h"

#include <utf8proc.h>

namespace redact {

bool is_zero_width(int32_t c) {
  if (c >= 0xfe00 && c <= 0xfe0f) return true;                                // variation selectors
  if (c >= 0xe0100 && c <= 0xe01ef) return true;                              // more of them
  if (c == 0x115f || c == 0x1160 || c == 0x3164 || c == 0xffa0) return true;  // Hangul fillers
  if (c == 0x034f) return true;                                               // grapheme joiner
  return c >= 0 && utf8proc_category(c) == UTF8PROC_CATEGORY_CF;
}

bool is_visible(int32_t c) {
  if (c < 0) return true;
  const auto category = utf8proc_category(c);
  const bool is_blank = category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_ZS ||
                        category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
  return !is_blank && !is_zero_width(c);
}

}  // namespace redact
