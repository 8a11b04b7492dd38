// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/intervals.h"

#include <algorithm>
#include <cmath>
#include <random>

namespace redact::eval {

namespace {

constexpr int kBootstrapRounds = 1000;
constexpr double kZ = 1.959963984540054;  // 97.5 % of the normal distribution lie below

}  // namespace

std::optional<Interval> share_interval(double part, double whole) {
  if (whole <= 0) return std::nullopt;
  const double share = part / whole, z2 = kZ * kZ / whole;
  const double middle = (share + z2 / 2) / (1 + z2);
  const double half = kZ / (1 + z2) * std::sqrt(share * (1 - share) / whole + z2 / (4 * whole));
  return Interval{std::max(0.0, middle - half), std::min(1.0, middle + half)};
}

std::optional<Interval> leaky_interval(const Tally& total) {
  return share_interval(total.leaky, total.documents);
}

std::optional<Interval> bootstrap_interval(const std::vector<Tally>& documents, Figure figure) {
  std::mt19937 random(1);
  std::vector<double> figures;
  for (int round = 0; round < kBootstrapRounds && !documents.empty(); ++round) {
    Tally sum;
    for (size_t i = 0; i < documents.size(); ++i) sum += documents[random() % documents.size()];
    if (const auto value = figure(sum)) figures.push_back(*value);
  }
  if (figures.empty()) return std::nullopt;
  std::sort(figures.begin(), figures.end());
  if (figures.front() == figures.back()) return std::nullopt;
  const auto at = [&](double share) {
    return figures[static_cast<size_t>(share * static_cast<double>(figures.size() - 1))];
  };
  return Interval{at(0.025), at(0.975)};
}

}  // namespace redact::eval
