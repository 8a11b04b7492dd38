// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace redact::eval {

using Pairs = std::vector<std::pair<double, double>>;

// Pearson's correlation; nullopt where a side does not vary.
std::optional<double> pearson(const Pairs& pairs);
// Spearman's: Pearson's of the ranks, equal values sharing the mean of theirs.
std::optional<double> spearman(const Pairs& pairs);
// The share of codes that both sets have, of those that either has; 1 for two empty sets.
double jaccard(const std::set<std::string>& before, const std::set<std::string>& after);

}  // namespace redact::eval
