// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "redactor/span/span.h"
#include "tests/fuzz/require.h"

namespace redact::fuzz {

// Spans must be sorted, disjoint, not empty and inside a text of `size` bytes.
inline void check_spans(const std::vector<Span>& spans, size_t size) {
  size_t reached = 0;
  for (const Span& span : spans) {
    require(span.begin >= reached && span.begin < span.end && span.end <= size);
    reached = span.end;
  }
}

}  // namespace redact::fuzz
