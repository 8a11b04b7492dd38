// SPDX-License-Identifier: Apache-2.0
// Vectors of Set::kLanes floats and the fastest implementation of their operations: instructions of
// the set where they exist.
#pragma once

#include "kernels/cpu/lane_by_lane.h"

namespace redact {

template <typename Set>
struct Lanes : LaneByLane<Set> {};

}  // namespace redact

#if defined(__x86_64__)
#include "kernels/cpu/lanes_x86.h"
#elif defined(__aarch64__)
#include "kernels/cpu/lanes_arm.h"
#endif
