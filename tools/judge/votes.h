// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/result.h"
#include "tools/judge/question.h"

namespace redact::judge {

// When votes decide.
struct VoteRule {
  double share = 0.5;      // of all judges; a verdict needs more than this
  float min_margin = 0.5;  // log-odds below which a judge abstains
};

using Judges = std::span<const std::unique_ptr<Judge>>;
using Votes = std::vector<std::vector<Answer>>;  // [judge][question]

// Asks every judge all questions. Errors: those of the judges.
Result<Votes> ask_all(Judges judges, const std::vector<Question>& questions);

// What a judge chose for a slot; nullopt if it was not asked, did not answer or abstains.
std::optional<size_t> choice_of(const Answer& answer, size_t slot, const VoteRule& rule);

// Whether `n_votes` of `n_judges` decide.
bool decides(size_t n_votes, size_t n_judges, const VoteRule& rule);

// The option that the judges decide for; nullopt: discarded.
std::optional<size_t> verdict_of(const Votes& votes, size_t question, size_t slot,
                                 const VoteRule& rule);

}  // namespace redact::judge
