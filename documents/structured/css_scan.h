// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "documents/structured/segment.h"

namespace redact {

// The words that an author writes in a style sheet or in the value of a style attribute: comments,
// strings and addresses, in order. Names of fonts are left out, and so are selectors and settings.
// Each is an unchanged kRaw segment; escapes are not decoded.
std::vector<TextSegment> scan_css(std::string_view css);

}  // namespace redact
