// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "tools/eval/corpus.h"

namespace redact::eval {

// Which code points of the text are still in the output. If a record has spans: those outside the
// spans, and what a replacement repeats of its span (repeat_of). If it has only a text, source and
// output are aligned word by word (alignment.h): a word paired with the same word survives whole,
// and of a word paired with another one the common beginning and end survive. nullopt: too long to
// align. Nothing of a withheld document survives.
std::optional<std::vector<bool>> survivors(const Document& document);

}  // namespace redact::eval
