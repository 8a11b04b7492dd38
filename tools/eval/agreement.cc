// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/agreement.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace redact::eval {

namespace {

std::vector<double> ranks_of(const std::vector<double>& values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (size_t from = 0, to = 0; from < order.size(); from = to) {
    while (to < order.size() && values[order[to]] == values[order[from]]) ++to;
    const double rank = static_cast<double>(from + to - 1) / 2;
    for (size_t i = from; i < to; ++i) ranks[order[i]] = rank;
  }
  return ranks;
}

}  // namespace

std::optional<double> pearson(const Pairs& pairs) {
  const auto n = static_cast<double>(pairs.size());
  double mean_a = 0, mean_b = 0, ab = 0, aa = 0, bb = 0;
  for (const auto& [a, b] : pairs) {
    mean_a += a / n;
    mean_b += b / n;
  }
  for (const auto& [a, b] : pairs) {
    ab += (a - mean_a) * (b - mean_b);
    aa += (a - mean_a) * (a - mean_a);
    bb += (b - mean_b) * (b - mean_b);
  }
  const double spread = std::sqrt(aa) * std::sqrt(bb);
  return spread > 0 ? std::optional(ab / spread) : std::nullopt;
}

std::optional<double> spearman(const Pairs& pairs) {
  std::vector<double> a, b;
  for (const auto& [x, y] : pairs) {
    a.push_back(x);
    b.push_back(y);
  }
  a = ranks_of(a);
  b = ranks_of(b);
  Pairs ranks;
  for (size_t i = 0; i < a.size(); ++i) ranks.emplace_back(a[i], b[i]);
  return pearson(ranks);
}

double jaccard(const std::set<std::string>& before, const std::set<std::string>& after) {
  const auto both = std::count_if(before.begin(), before.end(),
                                  [&](const std::string& code) { return after.contains(code); });
  const size_t either = before.size() + after.size() - static_cast<size_t>(both);
  return either > 0 ? static_cast<double>(both) / static_cast<double>(either) : 1;
}

}  // namespace redact::eval
