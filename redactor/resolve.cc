// SPDX-License-Identifier: Apache-2.0
#include "redactor/resolve.h"

#include <algorithm>
#include <utility>

#include "redactor/span/merge_spans.h"
#include "redactor/text/snap.h"

namespace redact {

namespace {

// The table has the order of the enumeration, so a source is stronger than those after it.
constexpr bool is_in_order() {
  for (size_t i = 0; i < kPrecedence.size(); ++i) {
    if (static_cast<size_t>(kPrecedence[i].source) != i) return false;
  }
  return true;
}
static_assert(is_in_order());

const Standing& standing(const Span& span) { return kPrecedence[static_cast<size_t>(span.source)]; }

bool lies_in(const Span& inner, const Span& outer) {
  return outer.begin <= inner.begin && inner.end <= outer.end;
}

}  // namespace

Label hidden_as(Label label, const Policy& policy) {
  if (policy.treatment(label) != nullptr) return label;
  if (policy.treatment(Label::kOther) != nullptr) return Label::kOther;
  for (size_t i = 0; i < kLabelNames.size(); ++i) {
    if (policy.treatment(static_cast<Label>(i)) != nullptr) return static_cast<Label>(i);
  }
  return label;
}

std::vector<Span> decide(std::vector<Span> evidence, const Policy& policy) {
  std::stable_sort(evidence.begin(), evidence.end(),
                   [](const Span& a, const Span& b) { return a.source < b.source; });
  std::vector<Span> staying, hidden;
  for (Span span : evidence) {
    if (!standing(span).hides) {
      staying.push_back(span);
      continue;
    }
    span.support.add(span.source, span.label);
    if (standing(span).any_policy) span.label = hidden_as(span.label, policy);
    if (policy.treatment(span.label) == nullptr) continue;
    // Spans that stay by a weaker source are not in the list yet.
    const bool stays = std::any_of(staying.begin(), staying.end(),
                                   [&](const Span& other) { return lies_in(span, other); });
    if (!stays) hidden.push_back(span);
  }
  return merge_spans(std::move(hidden));
}

std::vector<Span> resolve(const ReadingView& view, std::vector<Span> evidence,
                          const Policy& policy) {
  std::vector<Span> spans = view.to_source(decide(std::move(evidence), policy));
  snap_to_words(view.source(), spans);
  return spans;
}

}  // namespace redact
