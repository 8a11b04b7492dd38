// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "redactor/span/span.h"

namespace redact {

// Sorted and disjoint spans that cover what `spans` cover. Those that overlap become one, with
// label and source of the longest: to drop one of two would leave a piece of it in the text.
std::vector<Span> merge_spans(std::vector<Span> spans);

}  // namespace redact
