// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/intervals.h"

#include <algorithm>
#include <random>

namespace redact::eval {

namespace {

constexpr int kBootstrapRounds = 1000;

}  // namespace

Interval interval_of(const std::vector<Tally>& documents, double (*figure)(const Tally&)) {
  std::mt19937 random(1);
  std::vector<double> figures;
  for (int round = 0; round < kBootstrapRounds && !documents.empty(); ++round) {
    Tally sum;
    for (size_t i = 0; i < documents.size(); ++i) sum += documents[random() % documents.size()];
    figures.push_back(figure(sum));
  }
  if (figures.empty()) return {0, 0};
  std::sort(figures.begin(), figures.end());
  const auto at = [&](double share) {
    return figures[static_cast<size_t>(share * static_cast<double>(figures.size() - 1))];
  };
  return {at(0.025), at(0.975)};
}

}  // namespace redact::eval
