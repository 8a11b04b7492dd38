// SPDX-License-Identifier: Apache-2.0
// Where the tables of a step lie in memory that the host fills and one copy takes to the device:
// ids, positions, segments, pages, candidates. Pure logic.
//
// The memory has two halves, at the same offsets on host and device. A step takes the half of the
// step before it where the copies out of that one are done, so that tables lie where they lay and
// graphs need no change; otherwise the other.
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

  // A step begins; the launches of the step before have been started. Whether copies out of its
  // half may be under way: the caller then waits for all work, and says so, before it takes any.
  [[nodiscard]] bool begin_step();
  // Where `n_bytes` of the step at hand lie; nullopt where the half has no room for them.
  std::optional<size_t> take(size_t n_bytes);
  // What was taken since the last call, for the caller to copy: one range, empty if nothing was.
  Range uncopied();
  // The number of the step at hand; steps are counted from 1.
  uint64_t step() const { return step_; }
  // All work of the steps up to `step` is done.
  void finished(uint64_t step);

 private:
  size_t half_;
  size_t at_ = 0;  // the half at hand, 0 or 1
  size_t used_ = 0, copied_ = 0;
  uint64_t step_ = 0;
  uint64_t copied_for_[2] = {};  // the step whose copies out of a half may be under way; 0: none
};

}  // namespace redact::simt
