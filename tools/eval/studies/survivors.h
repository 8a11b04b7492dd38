// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "tools/eval/corpus.h"

namespace redact::eval {

// Which code points of the text still stand in the output. Where a record says spans: those outside
// them, and what a replacement repeats of its span (repeat_of). Where it holds a text alone, source
// and output are aligned word by word (alignment.h): all of a word beside the same word, and of a
// word beside another one what both begin and end with. nullopt: too long to align. None of a
// withheld document stands anywhere.
std::optional<std::vector<bool>> survivors(const Document& document);

}  // namespace redact::eval
