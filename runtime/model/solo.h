// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "runtime/model/forward.h"

namespace redact {

// Runs one sequence through the forward pass without an engine, for tools, benches and tests that
// examine a model. `model`, and `ops`, on which it is placed, outlive it. The constructor throws
// std::bad_alloc if the device has too little memory.
class Solo {
 public:
  Solo(const PlacedModel& model, Ops& ops, size_t max_rows, size_t max_entries);

  // Runs the next rows, at most max_rows, at the positions after those already run. Returns the
  // hidden rows, as forward does. All rows of an encoder see each other, so they run in one call.
  std::span<const float> run(std::span<const int32_t> ids);
  // Goes back to the state after the first `n_entries` rows.
  void rewind(size_t n_entries) { n_past_ = n_entries; }

 private:
  const PlacedModel& model_;
  Ops& ops_;
  KvCache cache_;
  std::vector<uint32_t> pages_;
  std::vector<int32_t> positions_;  // of the entries, in the form of Step::positions
  Activations activations_;
  size_t n_past_ = 0;
};

}  // namespace redact
