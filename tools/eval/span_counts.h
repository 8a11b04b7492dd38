// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tools/eval/corpus.h"
#include "tools/eval/tally.h"

namespace redact::eval {

// Compares the spans of one document: with labels, without labels, merged, and by overlap.
void count_spans(const std::u32string& text, const std::vector<Annotation>& gold,
                 const std::vector<Annotation>& found, Tally& tally);

}  // namespace redact::eval
