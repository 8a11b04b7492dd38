// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "redactor/policy/policy.h"
#include "redactor/span/span.h"

namespace redact {

// How much a result, a journal or a message tells beside the redacted text; each level tells what
// the one before it tells. Model and decoder are public and deterministic, so a score or an offset
// of the source is a hash of what was hidden: whoever has it tries names until one gives the same.
enum class Detail {
  kRedacted,  // what the redacted text tells already: labels, sources, places in the output
  kEvidence,  // also scores, and offsets of the source
  kText,      // also the hidden text
};

// A label as it is told. Without evidence, of labels for which the policy writes the same it is the
// first: which of them the model chose would tell more than the tag does.
Label told_label(Label label, const Policy& policy, Detail detail);
// The source of a span as it is told. Without evidence it is the strongest one, since which is the
// longest depends on the text, and a repeat is the model's: whether a name was found at its own
// place or at another one depends on the name.
SpanSource told_source(const Span& span, Detail detail);
// All sources, the strongest first. Without evidence the strongest alone: whether a model agrees
// with a field or a rule depends on what is hidden.
std::vector<SpanSource> told_sources(const Support& support, Detail detail);

}  // namespace redact
