// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "redactor/span/span.h"
#include "redactor/text/reading_view.h"

namespace redact {

// Why a person should look at bytes [begin, end) of a source.
struct ReviewReason {
  enum class Kind {
    kNearlyHidden,  // they stand in the output, and the model came near to hiding them
    kNearlyLeft,    // they are hidden, and the model came near to leaving them
  };
  size_t begin;
  size_t end;
  Kind kind;
  float score;  // log-odds of tag against copy, bias included
};

constexpr std::string_view reason_name(ReviewReason::Kind kind) {
  return kind == ReviewReason::Kind::kNearlyHidden ? "nearly_hidden" : "nearly_left";
}

// The decisions within kNearlyHidden and kNearlyLeft of their threshold (span/thresholds.h), in
// order of the source. `hidden`: what is hidden, in bytes of the source; `nearly`: in bytes of the
// view.
std::vector<ReviewReason> find_reasons(const ReadingView& view, const std::vector<Span>& hidden,
                                       const std::vector<NearlyFound>& nearly);

}  // namespace redact
