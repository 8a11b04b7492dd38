// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/staging_plan.h"

namespace redact::simt {

bool StagingPlan::begin_step() {
  ++step_;
  if (copied_for_[at_] != 0) at_ = 1 - at_;
  used_ = copied_ = 0;
  return copied_for_[at_] != 0;
}

std::optional<size_t> StagingPlan::take(size_t n_bytes) {
  const size_t begin = (used_ + kAlignment - 1) / kAlignment * kAlignment;
  if (n_bytes > half_ || begin > half_ - n_bytes) return std::nullopt;
  used_ = begin + n_bytes;
  return at_ * half_ + begin;
}

StagingPlan::Range StagingPlan::uncopied() {
  const Range range{at_ * half_ + copied_, at_ * half_ + used_};
  if (range.begin != range.end) copied_for_[at_] = step_;
  copied_ = used_;
  return range;
}

void StagingPlan::finished(uint64_t step) {
  for (uint64_t& copied_for : copied_for_) {
    if (copied_for <= step) copied_for = 0;
  }
}

}  // namespace redact::simt
