// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "tools/eval/tally.h"

namespace redact::eval {

struct Interval {
  double low, high;
};

// Wilson's 95 % interval of a share, which says something of no leak in ten documents too; nothing
// where there are none.
std::optional<Interval> share_interval(double part, double whole);
std::optional<Interval> leaky_interval(const Tally& total);

// The middle 95 % of a figure over resampled documents (percentile bootstrap, 1,000 rounds,
// seeded). Nothing where all rounds agree: they hold no document that could tell them apart.
std::optional<Interval> bootstrap_interval(const std::vector<Tally>& documents, Figure figure);

}  // namespace redact::eval
