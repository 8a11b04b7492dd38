// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "redactor/span/span.h"

namespace redact {

// Sorted and disjoint spans that cover the same bytes as `spans`. Overlapping spans become one,
// with the label and source of the longest: dropping one of two would leave a piece of it in the
// text.
std::vector<Span> merge_spans(std::vector<Span> spans);

}  // namespace redact
