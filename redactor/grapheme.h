// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "redactor/span.h"

namespace redact {

// Widens spans to whole grapheme clusters, so that no accent or joiner of a hidden letter is left
// behind. Spans that come to overlap are cut so that they touch. Bytes that are no valid UTF-8 are
// clusters of their own. `spans` is sorted and disjoint before and after.
void snap_to_graphemes(std::string_view text, std::vector<Span>& spans);

}  // namespace redact
