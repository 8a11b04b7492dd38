// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tools/eval/tally.h"

namespace redact::eval {

struct Interval {
  double low, high;
};

// The middle 95 % of a figure over resampled documents (percentile bootstrap, 1,000 rounds,
// seeded).
Interval interval_of(const std::vector<Tally>& documents, double (*figure)(const Tally&));

}  // namespace redact::eval
