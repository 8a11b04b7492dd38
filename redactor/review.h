// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "redactor/span/span.h"
#include "redactor/span/thresholds.h"
#include "redactor/text/reading_view.h"

namespace redact {

// Why a person should look at bytes [begin, end) of a source: they stand in the output, and the
// model came near to hiding them.
struct ReviewReason {
  size_t begin;
  size_t end;
  float score;  // as a span's (span/span.h), bias included; negative
};

// What was left in the text within review_margin of the finder's `thresholds`, in order of the
// source, but for what is hidden after all. Tokens that touch are one reason, with the score of the
// nearest. `hidden`: what is hidden, in bytes of the
// source; `nearly`: in bytes of the view; both sorted and disjoint.
std::vector<ReviewReason> find_reasons(const ReadingView& view, const std::vector<Span>& hidden,
                                       const std::vector<NearlyFound>& nearly,
                                       const Thresholds& thresholds);

}  // namespace redact
