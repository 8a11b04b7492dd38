// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "redactor/policy.h"
#include "redactor/render.h"
#include "redactor/rules/rule_set.h"
#include "redactor/span_finder.h"

namespace redact {

struct Redaction {
  std::string output;
  std::vector<Entity> entities;
  size_t bytes_outside;   // source bytes outside all entities, copied unchanged
  size_t tags_in_source;  // placeholders of the policy that the source already held, copied as text
  bool review;            // some decision lay so near its threshold that a person should look
};

// The road of one document. `finder` outlives the redactor. Not safe for concurrent calls.
class Redactor {
 public:
  Redactor(SpanFinder& finder, Policy policy, RuleSet rules = {});

  const Policy& policy() const { return policy_; }

  // All or nothing: an error means that nothing of the document may be written (P3).
  Result<Redaction> redact(std::string_view source) {
    return std::move(redact_all({&source, 1})[0]);
  }

  // The same for each of many documents, in their order; together they keep a device busy.
  std::vector<Result<Redaction>> redact_all(std::span<const std::string_view> sources);

 private:
  Result<Redaction> apply(std::string_view source, Findings findings) const;

  SpanFinder& finder_;
  Policy policy_;
  RuleSet rules_;
};

}  // namespace redact
