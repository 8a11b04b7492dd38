// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "documents/structured/segment.h"

namespace redact {

// What the author of a style sheet, or of the value of a style attribute, writes in words of their
// own: comments, strings and addresses, in their order. Names of fonts are left out, as are
// selectors and settings. Each is a kRaw segment, as it is written; escapes are not decoded.
std::vector<TextSegment> scan_css(std::string_view css);

}  // namespace redact
