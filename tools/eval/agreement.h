// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace redact::eval {

using Pairs = std::vector<std::pair<double, double>>;

// Pearson's correlation; nullopt if one side does not vary.
std::optional<double> pearson(const Pairs& pairs);
// Spearman's correlation: Pearson's of the ranks, where equal values share the mean of their ranks.
std::optional<double> spearman(const Pairs& pairs);
// The number of codes that both sets have, divided by the number that either has; 1 for two empty
// sets.
double jaccard(const std::set<std::string>& before, const std::set<std::string>& after);

}  // namespace redact::eval
