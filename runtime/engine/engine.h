// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/result.h"
#include "runtime/engine/constraint.h"
#include "runtime/model/activations.h"
#include "runtime/model/forward.h"
#include "runtime/model/model.h"

namespace redact {

struct EngineOptions {
  size_t max_rows;      // rows of one forward pass
  size_t max_sequence;  // most entries of a sequence's cache
};

// What the work cost, in the units benches report.
struct EngineCounts {
  uint64_t passes = 0;  // forward passes
  uint64_t rows = 0;    // rows run, over all passes
};

// Runs sequences on one model. All memory is taken at construction. One thread at a time.
// `model` and `ops` outlive the engine.
class Engine {
 public:
  Engine(const Model& model, Ops& ops, const EngineOptions& options);

  // Drafts, runs and judges until `constraint` is finished. Errors: a draft that leaves the
  // vocabulary or outgrows max_sequence (kInternal), a logit that is not finite (kBadInput: the
  // model's weights are broken), or the constraint's own.
  Result<void> run(Constraint& constraint);

  const EngineCounts& counts() const { return counts_; }

 private:
  Result<void> check(const Draft& draft, size_t n_past) const;
  Result<void> score(const Draft& draft, size_t n_past);

  const Model& model_;
  Weights weights_;
  Ops& ops_;
  EngineOptions options_;
  Activations activations_;
  KvCache cache_;
  Draft draft_;
  std::vector<float> logits_;
  EngineCounts counts_;
};

}  // namespace redact
