// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "tools/eval/tally.h"

namespace redact::eval {

struct Interval {
  double low, high;
};

// Wilson's 95 % interval of a share. It is informative even for no leak in ten documents. nullopt
// if there are no documents.
std::optional<Interval> share_interval(double part, double whole);
std::optional<Interval> leaky_interval(const Tally& total);

// The middle 95 % of a figure over resampled documents (percentile bootstrap, 1,000 rounds, with a
// fixed seed). nullopt if all rounds agree, since the documents then do not differ.
std::optional<Interval> bootstrap_interval(const std::vector<Tally>& documents, Figure figure);

}  // namespace redact::eval
