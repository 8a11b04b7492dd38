// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "redactor/span/span.h"
#include "redactor/span/thresholds.h"
#include "redactor/text/reading_view.h"

namespace redact {

// Bytes [begin, end) of a source that a person should review: they are in the output, and either
// the model nearly hid them, or they are a name that was left although its owner is unclear.
struct ReviewReason {
  size_t begin;
  size_t end;
  float score;  // like that of a span (span/span.h), bias included; negative unless it is a name
  std::optional<Label> name = {};  // the label of such a name
  Label nearly = Label::kOther;    // of other reasons: the label that the model nearly gave
};

// The tokens that were left in the text with a score within review_margin of the finder's
// `thresholds`, in order of the source, except those that are hidden by other evidence. Adjacent
// tokens form one reason, with the score nearest to the threshold. `hidden`: the hidden spans, in
// bytes of the source; `near_misses`: in bytes of the view; both sorted and disjoint.
std::vector<ReviewReason> find_reasons(const ReadingView& view, const std::vector<Span>& hidden,
                                       const std::vector<Span>& near_misses,
                                       const Thresholds& thresholds);

// The same for `names`, in bytes of the view, sorted and disjoint: each is a reason of its own.
std::vector<ReviewReason> reasons_of_names(const ReadingView& view, const std::vector<Span>& hidden,
                                           std::vector<Span> names);

}  // namespace redact
