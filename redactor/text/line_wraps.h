// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace redact {

// The line ends ('\n', byte offsets, ascending) that a program put into running text to keep its
// lines short, as exports of hospital systems and e-mails have them. Empty where the text does not
// look wrapped: lists, forms and lines of a paragraph each are left as they are.
//
// A wrapped line ends where the next word had no room. The width is that of the second longest line
// that surely goes on: it ends with a word in small letters, or the next begins with one. Two at
// least of those lines must be full, and three in four. Items of lists begin lines of their own,
// and so do fields of forms.
std::vector<size_t> find_line_wraps(std::string_view text);

}  // namespace redact
