// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "base/stop_check.h"
#include "redactor/policy/policy.h"
#include "redactor/span/span.h"
#include "redactor/text/reading_view.h"

namespace redact {

// The effect of each source of evidence, the strongest source first.
struct Standing {
  SpanSource source;
  bool hides;       // otherwise it makes bytes stay
  bool any_policy;  // hidden even if the policy leaves its label in the text
};

inline constexpr std::array<Standing, 9> kPrecedence = {{
    {SpanSource::kCorrection, true, true},
    {SpanSource::kAllow, false, false},
    {SpanSource::kDeny, true, true},
    {SpanSource::kKnown, true, true},
    {SpanSource::kField, true, false},
    {SpanSource::kRule, true, false},
    {SpanSource::kStay, false, false},
    {SpanSource::kModel, true, false},
    {SpanSource::kRepeat, true, false},
}};

// The label under which a span of an any_policy source is hidden: its own label; if the policy
// leaves that in the text, OTHER; if it leaves OTHER too, the first label that the policy hides.
Label hidden_as(Label label, const Policy& policy);

// Decides which bytes are hidden, and under which label. A pure function of its arguments.
//  1. Evidence of a label that the policy leaves in the text is dropped (except from any_policy
//     sources).
//  2. Evidence that lies wholly inside bytes that stay by a stronger source is dropped. A longer
//     span is kept: it holds more than what may stay.
//  3. Remaining spans that overlap become one, with the label, score and source of the longest, or
//     of the stronger source if two are equally long. Its support names all of them, each under the
//     label that its source gave it.
// So the result covers every byte of the evidence that is not dropped; it is sorted and disjoint.
// Adding evidence that hides never drops other evidence, so it never uncovers a byte. `evidence`
// may be in any order and may overlap; no span is empty.
std::vector<Span> decide(std::vector<Span> evidence, const Policy& policy);

// The evidence that rules 1 and 2 leave, each piece under the label that hides it, the strongest
// source first.
std::vector<Span> hiding(std::vector<Span> evidence, const Policy& policy);

// The same for evidence in bytes of `view`, cut at `walls` of the view's source, which are
// ascending, before rule 3: so each piece has its own label. The result is in bytes of the source,
// widened to whole words (text/snap.h); no span crosses a wall. At `seams`, ascending bytes of the
// view's source, a term may be a word of its own (TermList::find) unless other evidence is in the
// same word.
std::vector<Span> resolve(const ReadingView& view, std::vector<Span> evidence, const Policy& policy,
                          const std::vector<size_t>& walls = {},
                          const std::vector<size_t>& seams = {},
                          StopCheck& stop = StopCheck::never());

// Spans, cut where they cross `walls`, which are ascending.
std::vector<Span> cut_at(const std::vector<size_t>& walls, const std::vector<Span>& spans);

// The reason that evidence hides nothing.
enum class DroppedBy : unsigned char {
  kPolicy,    // the policy leaves the label in the text: rule 1 of decide()
  kStays,     // the evidence lies inside bytes that stay: rule 2
  kOperator,  // decide() hides it, and the policy's operator for the label leaves such a text
};

// A piece of evidence that hides nothing. The bytes may be hidden by other evidence.
struct Dropped {
  Span span;
  DroppedBy by;
  Span stays = {};  // for kStays: the evidence around it, from kAllow or kStay
};

// The evidence that decide() drops, with reasons, the strongest source first. In bytes of the
// source; not widened to words.
std::vector<Dropped> find_dropped(const ReadingView& view, std::vector<Span> evidence,
                                  const Policy& policy);

}  // namespace redact
