// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "runtime/engine/engine.h"

namespace redact {

// What an engine takes of a device's memory, in bytes, found by taking it from a CountingMemory.
struct MemoryPlan {
  size_t weights;   // as they are multiplied, with the angles of the rotary embeddings
  size_t step;      // activations of max_rows rows, what the device needs beside them, and prefixes
  size_t sequence;  // keys and values of one sequence at its longest

  size_t bytes(size_t n_sequences) const { return weights + step + sequence * n_sequences; }
};

// `n_positions`: what the model is to be placed for.
MemoryPlan plan_memory(const Model& model, const Ops& ops, const EngineOptions& options,
                       size_t n_positions);

// What a program may take of the device: its free bytes, less a reserve for what is not planned.
size_t usable_bytes(const Ops& ops);

// `options` with as many sequences in flight, at most its own, as the device has memory for: fewer
// cost time and change no result (P4). kUnsupported where the device has no kernel for the model's
// attention; kExhausted where not one sequence fits, with the plan and what is free.
Result<EngineOptions> fit_memory(const Model& model, const Ops& ops, EngineOptions options,
                                 size_t n_positions);

// A size for people: "1.4 GiB", "312 MiB".
std::string size_text(size_t n_bytes);

}  // namespace redact
