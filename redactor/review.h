// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "redactor/span/span.h"
#include "redactor/text/reading_view.h"

namespace redact {

// Why a person should look at bytes [begin, end) of a source: they stand in the output, and the
// model came near to hiding them.
struct ReviewReason {
  size_t begin;
  size_t end;
  float score;  // log-odds of tag against copy, bias included; negative
};

// The decisions to copy within kReviewMargin of the threshold (span/thresholds.h), in order of the
// source, but for those whose bytes are hidden after all. `hidden`: what is hidden, in bytes of the
// source; `nearly`: in bytes of the view; both sorted and disjoint.
std::vector<ReviewReason> find_reasons(const ReadingView& view, const std::vector<Span>& hidden,
                                       const std::vector<NearlyFound>& nearly);

}  // namespace redact
