// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/detail.h"

namespace redact {

namespace {

bool are_alike(const Treatment* a, const Treatment* b) {
  return a != nullptr && b != nullptr && a->op == b->op && a->placeholder == b->placeholder;
}

SpanSource as_told(SpanSource source, Detail detail) {
  return source == SpanSource::kRepeat && detail < Detail::kEvidence ? SpanSource::kModel : source;
}

}  // namespace

Label told_label(Label label, const Policy& policy, Detail detail) {
  if (detail >= Detail::kEvidence) return label;
  size_t first = 0;
  while (first < static_cast<size_t>(label) &&
         !are_alike(policy.treatment(static_cast<Label>(first)), policy.treatment(label))) {
    ++first;
  }
  return static_cast<Label>(first);
}

SpanSource told_source(const Span& span, Detail detail) {
  if (detail >= Detail::kEvidence) return span.source;
  const std::vector<SpanSource> told = told_sources(span.support, detail);
  return told.empty() ? as_told(span.source, detail) : told.front();
}

std::vector<SpanSource> told_sources(const Support& support, Detail detail) {
  std::vector<SpanSource> told;
  for (const SpanSource source : support.sources()) {
    const SpanSource one = as_told(source, detail);
    if (told.empty() || told.back() != one) told.push_back(one);  // a repeat counts as the model
    if (detail < Detail::kEvidence) break;
  }
  return told;
}

}  // namespace redact
