// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "redactor/span/span.h"
#include "redactor/span/thresholds.h"
#include "redactor/text/reading_view.h"

namespace redact {

// Bytes [begin, end) of a source that a person should review: they are in the output, and the model
// nearly hid them.
struct ReviewReason {
  size_t begin;
  size_t end;
  float score;  // like that of a span (span/span.h), bias included; negative
};

// The tokens that were left in the text with a score within review_margin of the finder's
// `thresholds`, in order of the source, except those that are hidden by other evidence. Adjacent
// tokens form one reason, with the score nearest to the threshold. `hidden`: the hidden spans, in
// bytes of the source; `nearly`: in bytes of the view; both sorted and disjoint.
std::vector<ReviewReason> find_reasons(const ReadingView& view, const std::vector<Span>& hidden,
                                       const std::vector<NearlyFound>& nearly,
                                       const Thresholds& thresholds);

}  // namespace redact
