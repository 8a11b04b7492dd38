// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "base/stop_check.h"

namespace redact {

// The line ends ('\n', byte offsets, ascending) that a program inserted into running text to keep
// lines short, as in exports of hospital systems and e-mails. Empty if the text does not look
// wrapped: lists, forms and texts with one paragraph per line are left as they are.
//
// A wrapped line ends where the next word had no room. The width is that of the second longest line
// that surely continues: it ends with a lower-case word, or the next line begins with one. At least
// two of these lines, and at least three in four, must be full. List items and form fields begin
// new lines.
std::vector<size_t> find_line_wraps(std::string_view text, StopCheck& stop = StopCheck::never());

}  // namespace redact
