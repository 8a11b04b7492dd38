// SPDX-License-Identifier: Apache-2.0
#include "redactor/redactor.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "redactor/repeat_names.h"
#include "redactor/span/merge_spans.h"
#include "redactor/text/snap.h"
#include "redactor/verify.h"

namespace redact {

namespace {

// Log-odds within which a decision counts as near its threshold: odds of 1.65 to 1. Larger values
// flag more documents; the operating curve of an evaluation is the place to choose it from.
constexpr float kReviewMargin = 0.5f;

size_t count_tags(std::string_view source, const Policy& policy) {
  std::set<std::string> tags;  // several labels may share one
  for (size_t i = 0; i < kLabelNames.size(); ++i) {
    const std::string* tag = policy.placeholder(static_cast<Label>(i));
    if (tag != nullptr && !tag->empty()) tags.insert(*tag);
  }
  size_t n = 0;
  for (const std::string& tag : tags) {
    for (size_t at = source.find(tag); at != source.npos; at = source.find(tag, at + 1)) ++n;
  }
  return n;
}

bool lies_in(const Span& span, const std::vector<Span>& others) {
  return std::any_of(others.begin(), others.end(), [&](const Span& other) {
    return other.begin <= span.begin && span.end <= other.end;
  });
}

// Takes out spans that lie wholly inside an allowed one; a span that is longer stays, since more
// than what is allowed is in it. Both sorted.
void drop_allowed(const std::vector<Span>& allowed, std::vector<Span>& spans) {
  std::erase_if(spans, [&](const Span& span) { return lies_in(span, allowed); });
}

// The same for what a rule says is nobody's, which only the model is mistaken about.
void drop_staying(const std::vector<Span>& staying, std::vector<Span>& spans) {
  std::erase_if(spans, [&](const Span& span) {
    return span.source == SpanSource::kModel && lies_in(span, staying);
  });
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

Redactor::Redactor(SpanFinder& finder, Policy policy, Guides guides, std::optional<Secret> key)
    : finder_(finder),
      policy_(std::move(policy)),
      guides_(std::move(guides)),
      key_(std::move(key)) {}

Label Redactor::hidden_as(Label label) const {
  if (policy_.treatment(label) != nullptr) return label;
  if (policy_.treatment(Label::kOther) != nullptr) return Label::kOther;
  for (size_t i = 0; i < kLabelNames.size(); ++i) {
    if (policy_.treatment(static_cast<Label>(i)) != nullptr) return static_cast<Label>(i);
  }
  return label;
}

std::vector<Span> Redactor::forced_spans(std::string_view text, const TermList* known,
                                         const std::vector<Span>& allowed) const {
  std::vector<Span> spans = guides_.rules.find(text);
  // What the policy leaves must not swallow what a list names.
  std::erase_if(spans, [&](const Span& s) { return policy_.treatment(s.label) == nullptr; });
  const auto add = [&](const TermList& terms) {
    for (Span span : terms.find(text)) {
      span.label = hidden_as(span.label);
      spans.push_back(span);
    }
  };
  add(guides_.deny);
  if (known != nullptr) add(*known);
  spans = merge_spans(std::move(spans));
  drop_allowed(allowed, spans);
  return spans;
}

std::vector<Result<Redaction>> Redactor::redact_all(std::span<const Source> sources) {
  // What is read is the text as people see it. Rules find what has a form of its own, lists what
  // somebody knows.
  std::vector<ReadingView> views;
  std::vector<std::string_view> texts;
  std::vector<std::vector<Span>> allowed, forced;
  views.reserve(sources.size());
  for (const Source& source : sources) {
    views.emplace_back(source.text);
    texts.push_back(views.back().text());
    allowed.push_back(guides_.allow.find(texts.back()));
    forced.push_back(forced_spans(texts.back(), source.known, allowed.back()));
  }
  // The model decides every other byte of every document, window by window, and sees what they
  // found.
  std::vector<Result<Findings>> found = finder_.find_all(texts, forced);
  std::vector<Result<Redaction>> out;
  for (size_t i = 0; i < sources.size(); ++i) {
    if (found[i].ok()) {
      out.push_back(apply(sources[i], views[i], std::move(allowed[i]), *std::move(found[i])));
    } else {
      out.push_back(found[i].error());
    }
  }
  return out;
}

void Redactor::redact(DocumentStream& documents) {
  while (documents.wait()) {
    while (const Source* source = documents.next()) {
      if (!documents.done(*source, std::move(redact_all({source, 1})[0]))) return;
    }
  }
}

Result<Redaction> Redactor::apply(const Source& source, const ReadingView& view,
                                  std::vector<Span> allowed, Findings findings) const {
  REDACT_TRY(check_spans(findings.spans, view.text().size()));
  // A name that was found once is a name where it stands again.
  repeat_names(view.text(), findings);
  std::vector<Span> spans = view.to_source(std::move(findings.spans));
  // A span covers whole words: no letter of a name is left.
  snap_to_words(source.text, spans);
  // What a rule says is nobody's stays.
  drop_staying(view.to_source(guides_.rules.find_staying(view.text())), spans);
  // What the caller allows stays, whoever found it.
  drop_allowed(view.to_source(std::move(allowed)), spans);
  // The output is cut from the source, never from the model's text.
  Replacer replacer(policy_, source.text, key_ ? &*key_ : nullptr, source.patient);
  REDACT_ASSIGN(Rendered rendered, render(source.text, spans, replacer));
  // What was cut is compared with the source before anybody sees it.
  REDACT_ASSIGN(const size_t bytes_outside, verify(source.text, rendered));
  return Redaction{std::move(rendered.output), std::move(rendered.entities), bytes_outside,
                   count_tags(source.text, policy_), findings.least_margin < kReviewMargin};
}

}  // namespace redact
