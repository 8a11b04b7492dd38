// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "redactor/span/span.h"

namespace redact {

// Sorted and disjoint spans that cover the same bytes as `spans`. Overlapping spans become one,
// with the support of all and the label, score and source of the longest or, of equally long ones,
// of the one from the strongest source. Dropping one of two would leave a piece of it in the text.
// A span without support counts as evidence of its own source and label.
std::vector<Span> merge_spans(std::vector<Span> spans);

// Makes sorted spans disjoint: overlapping spans become one, with the best score and its label.
void merge_by_score(std::vector<Span>& spans);

}  // namespace redact
