// SPDX-License-Identifier: Apache-2.0
// Lays out the tables of a step (ids, positions, segments, pages, candidates) in memory that the
// host fills and one copy takes to the device. Pure logic.
//
// The memory has two halves, at the same offsets on host and device. A step takes the half of the
// step before it if the copies out of that half are done, so that tables keep their addresses and
// graphs need no change; otherwise it takes the other half.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace redact::simt {

class StagingPlan {
 public:
  struct Range {
    size_t begin, end;
  };

  // `half`: bytes of a half, a multiple of kAlignment.
  explicit StagingPlan(size_t half) : half_(half) {}

  static constexpr size_t kAlignment = 64;

  // Begins a step; the launches of the step before have been started. Returns whether copies out of
  // the half it takes may still be running: the caller must then wait for all work and call
  // finished() before it takes any memory.
  [[nodiscard]] bool begin_step();
  // The offset of `n_bytes` for the current step; nullopt if the half has no room for them.
  std::optional<size_t> take(size_t n_bytes);
  // The range taken since the last call, which the caller must copy; empty if nothing was taken.
  Range uncopied();
  // The number of the current step; steps are counted from 1.
  uint64_t step() const { return step_; }
  // Tells the plan that all work of the steps up to `step` is done.
  void finished(uint64_t step);

 private:
  size_t half_;
  size_t at_ = 0;  // the current half, 0 or 1
  size_t used_ = 0, copied_ = 0;
  uint64_t step_ = 0;
  uint64_t copied_for_[2] = {};  // the step whose copies out of a half may be running; 0: none
};

}  // namespace redact::simt
