// SPDX-License-Identifier: Apache-2.0
#include "kernels/cuda/staging_plan.h"

namespace redact::simt {

bool StagingPlan::begin_step() {
  if (under_way_[at_]) at_ = 1 - at_;
  used_ = copied_ = 0;
  return under_way_[at_];
}

std::optional<size_t> StagingPlan::take(size_t n_bytes) {
  const size_t begin = (used_ + kAlignment - 1) / kAlignment * kAlignment;
  if (n_bytes > half_ || begin > half_ - n_bytes) return std::nullopt;
  used_ = begin + n_bytes;
  return at_ * half_ + begin;
}

StagingPlan::Range StagingPlan::uncopied() {
  const Range range{at_ * half_ + copied_, at_ * half_ + used_};
  if (range.begin != range.end) under_way_[at_] = true;
  copied_ = used_;
  return range;
}

}  // namespace redact::simt
