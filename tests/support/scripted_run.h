// SPDX-License-Identifier: Apache-2.0
// Runs a constraint without a model: the logits come from a function of the exact sequence of
// tokens fed so far, as a causal model's would.
#pragma once

#include <cstdint>
#include <functional>

#include "base/result.h"
#include "runtime/engine/constraint.h"

namespace redact::testing {

// The logit of `candidate` after the sequence that `prefix_hash` stands for.
using Scorer = std::function<float(uint64_t prefix_hash, int32_t candidate)>;

// A scorer of seeded random logits in [-spread, spread), different for every prefix and candidate.
Scorer random_scorer(uint64_t seed, float spread);

// Drafts, scores and judges until the constraint is finished, like Engine::run. Fails when
// max_steps passes do not suffice.
Result<void> run_scripted(Constraint& constraint, const Scorer& scorer, size_t max_rows,
                          size_t max_steps);

}  // namespace redact::testing
