// SPDX-License-Identifier: Apache-2.0
#include "redactor/redactor.h"

#include <utility>

#include "redactor/snap.h"
#include "redactor/verify.h"

namespace redact {

namespace {

// Log-odds within which a decision counts as near its threshold: odds of 1.65 to 1. Larger values
// flag more documents; the operating curve of an evaluation is the place to choose it from.
constexpr float kReviewMargin = 0.5f;

size_t count_tags(std::string_view source, const Policy& policy) {
  size_t n = 0;
  for (size_t i = 0; i < kLabelNames.size(); ++i) {
    const std::string* tag = policy.placeholder(static_cast<Label>(i));
    if (tag == nullptr || tag->empty()) continue;
    for (size_t at = source.find(*tag); at != source.npos; at = source.find(*tag, at + 1)) ++n;
  }
  return n;
}

Result<void> check_spans(const std::vector<Span>& spans, size_t size) {
  size_t reached = 0;
  for (const Span& span : spans) {
    if (span.begin < reached || span.end <= span.begin || span.end > size) {
      return Error{ErrorKind::kInternal, "spans",
                   "are not sorted, disjoint and inside the document"};
    }
    reached = span.end;
  }
  return {};
}

}  // namespace

Redactor::Redactor(SpanFinder& finder, Policy policy, RuleSet rules)
    : finder_(finder), policy_(std::move(policy)), rules_(std::move(rules)) {}

std::vector<Result<Redaction>> Redactor::redact_all(std::span<const std::string_view> sources) {
  // Rules find what has a form of its own.
  std::vector<std::vector<Span>> forced;
  for (const std::string_view source : sources) forced.push_back(rules_.find(source));
  // The model decides every other byte of every document, window by window, and sees what rules
  // found.
  std::vector<Result<Findings>> found = finder_.find_all(sources, forced);
  std::vector<Result<Redaction>> out;
  for (size_t i = 0; i < sources.size(); ++i) {
    if (found[i].ok()) {
      out.push_back(apply(sources[i], *std::move(found[i])));
    } else {
      out.push_back(found[i].error());
    }
  }
  return out;
}

Result<Redaction> Redactor::apply(std::string_view source, Findings findings) const {
  REDACT_TRY(check_spans(findings.spans, source.size()));
  // A span covers whole words: no letter of a name is left.
  snap_to_words(source, findings.spans);
  // The output is cut from the source, never from the model's text.
  Rendered rendered = render(source, findings.spans, policy_);
  // What was cut is compared with the source before anybody sees it.
  REDACT_ASSIGN(const size_t bytes_outside, verify(source, rendered));
  return Redaction{std::move(rendered.output), std::move(rendered.entities), bytes_outside,
                   count_tags(source, policy_), findings.least_margin < kReviewMargin};
}

}  // namespace redact
