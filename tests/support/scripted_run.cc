// SPDX-License-Identifier: Apache-2.0
#include "tests/support/scripted_run.h"

#include <algorithm>
#include <vector>

namespace redact::testing {

namespace {

// splitmix64 (Steele, Lea, Flood 2014): one well-mixed step.
uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace

Scorer random_scorer(uint64_t seed, float spread) {
  return [seed, spread](uint64_t prefix_hash, int32_t candidate) {
    const uint64_t bits = mix(prefix_hash ^ mix(seed ^ static_cast<uint64_t>(candidate)));
    return (static_cast<float>(bits >> 40) / static_cast<float>(1u << 23) - 1) * spread;
  };
}

Result<void> run_scripted(Constraint& constraint, const Scorer& scorer, size_t max_rows,
                          size_t max_steps) {
  uint64_t accepted = 1;  // hash of the accepted sequence
  Draft draft;
  std::vector<float> logits;
  std::vector<uint64_t> hashes;
  for (size_t step = 0; step < max_steps; ++step) {
    draft.clear();
    const size_t room = std::max(max_rows, constraint.min_rows());
    constraint.propose(room, draft);
    if (draft.n_rows() == 0) return {};
    if (draft.n_rows() > room) return Error{ErrorKind::kInternal, "draft", "too many rows"};
    logits.clear();
    hashes.clear();
    uint64_t hash = accepted;
    for (size_t r = 0; r < draft.n_rows(); ++r) {
      hash = mix(hash ^ mix(static_cast<uint64_t>(draft.ids[r])));
      hashes.push_back(hash);
      for (size_t c = draft.candidate_offsets[r]; c < draft.candidate_offsets[r + 1]; ++c) {
        logits.push_back(scorer(hash, draft.candidate_ids[c]));
      }
    }
    REDACT_ASSIGN(const size_t n_accepted, constraint.judge(draft, logits));
    if (!draft.may_stand(n_accepted)) {
      return Error{ErrorKind::kInternal, "draft",
                   "the constraint accepted an impossible number of rows"};
    }
    accepted = hashes[n_accepted - 1];
  }
  return Error{ErrorKind::kInternal, "run", "did not finish"};
}

}  // namespace redact::testing
