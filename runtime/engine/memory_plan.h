// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/engine/engine.h"

namespace redact {

// What an engine takes of a device with memory of its own, in bytes. An upper bound, some percent
// above what is measured.
struct MemoryPlan {
  size_t weights;      // as they are multiplied, with the tables
  size_t activations;  // of max_rows rows, and what the device stages beside them
  size_t sequence;     // keys and values of one, at its longest

  size_t bytes(size_t n_sequences) const { return weights + activations + sequence * n_sequences; }
};

MemoryPlan plan_memory(const Model& model, const Ops& ops, const EngineOptions& options);

// `options` with as many sequences in flight, at most its own, as `ops` has free memory for: fewer
// cost time and change no result (P4). kUnsupported where `ops` has no attention of the model's
// shape; kExhausted where not one sequence fits, with the plan and what is free.
Result<EngineOptions> fit_memory(const Model& model, const Ops& ops, EngineOptions options);

}  // namespace redact
