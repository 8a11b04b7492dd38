// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "documents/structured/segment.h"

namespace redact {

// The words that an author writes in a style sheet or in the value of a style attribute, in order:
// comments, strings and addresses as kRaw segments; of selectors the classes, without their full
// stop, and the ids, with their "#", as kName segments. Names of fonts, of elements and of settings
// are left out. Escapes are not decoded.
std::vector<TextSegment> scan_css(std::string_view css);

}  // namespace redact
