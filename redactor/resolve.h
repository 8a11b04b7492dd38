// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "redactor/policy/policy.h"
#include "redactor/span/span.h"
#include "redactor/text/reading_view.h"

namespace redact {

// What each source of evidence can do, the strongest source first.
struct Standing {
  SpanSource source;
  bool hides;       // otherwise it says that bytes stay
  bool any_policy;  // hidden even if the policy leaves its label in the text
};

inline constexpr std::array<Standing, 7> kPrecedence = {{
    {SpanSource::kAllow, false, false},
    {SpanSource::kDeny, true, true},
    {SpanSource::kKnown, true, true},
    {SpanSource::kRule, true, false},
    {SpanSource::kStay, false, false},
    {SpanSource::kModel, true, false},
    {SpanSource::kRepeat, true, false},
}};

// The label under which a span of an any_policy source is hidden: its own, or OTHER if the policy
// leaves it in the text, or the first label that the policy hides.
Label hidden_as(Label label, const Policy& policy);

// Which bytes are hidden, and as what. A pure function of its arguments.
//  1. Evidence of a label that the policy leaves in the text is dropped (but for any_policy).
//  2. Evidence that lies wholly inside bytes which stay by a stronger source is dropped. A span
//  that
//     is longer stands: it holds more than what may stay.
//  3. What is left and overlaps becomes one span, with label, score and source of the longest, of
//     the stronger source if two are equally long.
// So each byte of what is not dropped is in the result, which is sorted and disjoint. `evidence` is
// in any order and may overlap; no span is empty.
std::vector<Span> decide(std::vector<Span> evidence, const Policy& policy);

// The same in bytes of the source from evidence about `view`, widened to whole words of the source
// (text/snap.h).
std::vector<Span> resolve(const ReadingView& view, std::vector<Span> evidence,
                          const Policy& policy);

}  // namespace redact
