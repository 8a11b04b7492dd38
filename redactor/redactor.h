// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "redactor/document_stream.h"
#include "redactor/finder/span_finder.h"
#include "redactor/policy/policy.h"
#include "redactor/policy/secret.h"
#include "redactor/render.h"
#include "redactor/review.h"
#include "redactor/rules/rule_set.h"
#include "redactor/rules/term_list.h"
#include "redactor/text/reading_view.h"

namespace redact {

struct Redaction {
  std::string output;
  std::vector<Entity> entities;
  size_t bytes_outside;              // source bytes outside all entities, copied unchanged
  size_t tags_in_source;             // placeholders of the policy that the source already held,
                                     // copied as text
  std::vector<ReviewReason> review;  // why a person should look at it; empty: no reason
};

// What finds evidence beside the model (resolve.h says what beats what).
struct Guides {
  RuleSet rules;      // the shipped ones
  RuleSet own_rules;  // the caller's
  TermList deny;
  TermList allow;
};

// The road of a document, from its text to its redaction. One thread at a time.
class Redactor {
 public:
  // `key`: for policies that need one; without it those write placeholders.
  Redactor(std::unique_ptr<SpanFinder> finder, Policy policy, Guides guides = {},
           std::optional<Secret> key = {});

  const Policy& policy() const { return policy_; }
  const SpanFinder& finder() const { return *finder_; }
  // Labels of rules of the caller's own that the policy leaves in the text: they hide nothing.
  std::set<Label> idle_rules() const;

  // Redacts documents as they come, many at a time, until there are no more or the stream stops the
  // work. Holds at most 128 of them or 1 MiB of text, and always one. Each is all or nothing: an
  // error means that nothing of the document may be written (P3).
  void redact(DocumentStream& documents);

  // The same of one document, and of many in their order.
  Result<Redaction> redact(const Source& source) { return std::move(redact_all({&source, 1})[0]); }
  Result<Redaction> redact(std::string_view text) { return redact(Source{text}); }
  std::vector<Result<Redaction>> redact_all(std::span<const Source> sources);

 private:
  class Work;

  // What rules and lists say about a text.
  std::vector<Span> ask_guides(std::string_view text, const TermList* known) const;
  // `evidence`: of the guides.
  Result<Redaction> apply(const Source& source, const ReadingView& view, std::vector<Span> evidence,
                          Findings findings) const;

  std::unique_ptr<SpanFinder> finder_;
  Policy policy_;
  Guides guides_;
  std::optional<Secret> key_;
};

}  // namespace redact
