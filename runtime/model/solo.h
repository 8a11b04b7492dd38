// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "runtime/model/forward.h"

namespace redact {

// One sequence through the forward pass, without an engine: what tools, benches and tests need to
// look at a model. `model` and `ops`, where it was placed, outlive it. The constructor throws
// std::bad_alloc where the device has too little memory.
class Solo {
 public:
  Solo(const PlacedModel& model, Ops& ops, size_t max_rows, size_t max_entries);

  // The next rows, at positions that follow those before; at most max_rows. Returns hidden rows, as
  // forward does.
  std::span<const float> run(std::span<const int32_t> ids);
  // Goes back to where `n_entries` had been run.
  void rewind(size_t n_entries) { n_past_ = n_entries; }

 private:
  const PlacedModel& model_;
  Ops& ops_;
  KvCache cache_;
  std::vector<uint32_t> pages_;
  std::vector<int32_t> positions_;  // of the entries, as Step::positions has them
  Activations activations_;
  size_t n_past_ = 0;
};

}  // namespace redact
