// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "redactor/document_stream.h"
#include "redactor/finder/span_finder.h"
#include "redactor/policy/policy.h"
#include "redactor/policy/secret.h"
#include "redactor/render.h"
#include "redactor/rules/rule_set.h"
#include "redactor/rules/term_list.h"
#include "redactor/text/reading_view.h"

namespace redact {

struct Redaction {
  std::string output;
  std::vector<Entity> entities;
  size_t bytes_outside;   // source bytes outside all entities, copied unchanged
  size_t tags_in_source;  // placeholders of the policy that the source already held, copied as text
  bool review;            // some decision lay so near its threshold that a person should look
};

// What stands beside the model. Allowed terms beat denied ones, denied ones and rules with a label
// beat rules that say what stays, and all of them beat the model.
struct Guides {
  RuleSet rules;
  TermList deny;
  TermList allow;
};

// The road of one document. `finder` outlives the redactor. Not safe for concurrent calls.
class Redactor {
 public:
  // `key`: for policies that need one; without it those write placeholders.
  Redactor(SpanFinder& finder, Policy policy, Guides guides = {}, std::optional<Secret> key = {});

  const Policy& policy() const { return policy_; }

  // All or nothing: an error means that nothing of the document may be written (P3).
  Result<Redaction> redact(std::string_view text) {
    const Source source{text};
    return std::move(redact_all({&source, 1})[0]);
  }

  // The same for each of many documents, in their order; together they keep a device busy.
  std::vector<Result<Redaction>> redact_all(std::span<const Source> sources);

  // Redacts documents as they come, until there are no more or the stream stops the work.
  void redact(DocumentStream& documents);

 private:
  // What a list names is hidden under any policy: where the policy leaves the label in the text, as
  // OTHER, or as the first label that it hides.
  Label hidden_as(Label label) const;
  // `allowed`: spans of the view that the caller allows.
  std::vector<Span> forced_spans(std::string_view text, const TermList* known,
                                 const std::vector<Span>& allowed) const;
  Result<Redaction> apply(const Source& source, const ReadingView& view, std::vector<Span> allowed,
                          Findings findings) const;

  SpanFinder& finder_;
  Policy policy_;
  Guides guides_;
  std::optional<Secret> key_;
};

}  // namespace redact
