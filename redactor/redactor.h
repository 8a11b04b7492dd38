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
  std::vector<ReviewReason> review;  // why a person should review it; empty: no reason
};

// The sources of evidence besides the model (resolve.h has their precedence).
struct Guides {
  RuleSet rules;      // the shipped ones
  RuleSet own_rules;  // the caller's
  TermList deny;
  TermList allow;
};

// Turns documents into redactions. One thread at a time.
class Redactor {
 public:
  // `key`: for policies that need one; without it they write placeholders.
  Redactor(std::unique_ptr<SpanFinder> finder, Policy policy, Guides guides = {},
           std::optional<Secret> key = {});

  const Policy& policy() const { return policy_; }
  const SpanFinder& finder() const { return *finder_; }
  // Labels of the caller's rules that the policy leaves in the text: these rules hide nothing.
  std::set<Label> idle_rules() const;

  // Redacts documents as they come, many at a time, until there are no more or the stream stops the
  // work. It holds at most 128 documents or 1 MiB of text, but always at least one document. Each
  // document is all or nothing: an error means that nothing of it may be written (P3).
  void redact(DocumentStream& documents);

  // The same for one document, and for many in their order.
  Result<Redaction> redact(const Source& source) { return std::move(redact_all({&source, 1})[0]); }
  Result<Redaction> redact(std::string_view text) { return redact(Source{text}); }
  std::vector<Result<Redaction>> redact_all(std::span<const Source> sources);

 private:
  class Work;

  // The evidence of rules and lists about a text.
  std::vector<Span> ask_guides(std::string_view text, const TermList* known) const;
  // `evidence`: that of the guides.
  Result<Redaction> apply(const Source& source, const ReadingView& view, std::vector<Span> evidence,
                          Findings findings) const;

  std::unique_ptr<SpanFinder> finder_;
  Policy policy_;
  Guides guides_;
  std::optional<Secret> key_;
};

}  // namespace redact
