// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "runtime/engine/engine.h"

namespace redact {

// The device memory that an engine takes, in bytes, measured by allocating from a CountingMemory.
struct MemoryPlan {
  // The weights as prepared for multiplication, the memory for merging an adapter into them, and
  // the angles of the rotary embeddings.
  size_t weights;
  size_t step;      // activations of max_rows rows, the device's scratch buffers, and prefixes
  size_t sequence;  // keys and values of one sequence of maximum length

  size_t bytes(size_t n_sequences) const { return weights + step + sequence * n_sequences; }
};

// The bounds of the steps of such an engine. max_rows must be given.
StepBounds step_bounds(const Model& model, const EngineOptions& options);

// `n_positions`: the positions that the model will be placed for.
MemoryPlan plan_memory(const Model& model, const Ops& ops, const EngineOptions& options,
                       size_t n_positions);

// The bytes that a program may take of the device: its free bytes, less a reserve for memory that
// the plan does not cover.
size_t usable_bytes(const Ops& ops);

// `options` with max_sequences lowered to what the device has memory for: fewer sequences in flight
// cost time and change no result (P4). kUnsupported if the device has no kernel for the model's
// attention; kExhausted if not even one sequence fits, with the plan and the free bytes.
Result<EngineOptions> fit_memory(const Model& model, const Ops& ops, EngineOptions options,
                                 size_t n_positions);

// A human-readable size: "1.4 GiB", "312 MiB".
std::string size_text(size_t n_bytes);

}  // namespace redact
