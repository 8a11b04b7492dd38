// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "redactor/policy/policy.h"
#include "redactor/span/span.h"

namespace redact {

// How much a result, a journal or a message reveals beside the redacted text; each level includes
// those before it. Model and decoder are public and deterministic, so a score or an offset of the
// source is a hash of the hidden text: with it, anyone can try names until one gives the same
// value.
enum class Detail {
  kRedacted,  // what the redacted text shows: labels, sources, positions in the output
  kEvidence,  // also scores, and offsets of the source
  kText,      // also the hidden text
};

// The label in a result. Without evidence, it is the first of the labels for which the policy
// writes the same: the model's choice among them would reveal more than the tag.
Label told_label(Label label, const Policy& policy, Detail detail);
// The source of a span in a result. Without evidence, it is the strongest one, since the longest
// one depends on the text; and a repeat counts as the model, since the name decides whether it was
// found at its own place or at another.
SpanSource told_source(const Span& span, Detail detail);
// All sources, the strongest first. Without evidence only the strongest, since agreement between a
// model and a field or a rule depends on the hidden text.
std::vector<SpanSource> told_sources(const Support& support, Detail detail);

}  // namespace redact
