// SPDX-License-Identifier: Apache-2.0
#include "redactor/agreement.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "redactor/text/snap.h"

namespace redact {

namespace {

// A position at which the number of finders that found the text behind it changes.
struct Change {
  size_t at;
  int by;
};

// The beginnings and ends, in turn, of the bytes that at least n_needed finders found.
std::vector<size_t> edges_of_votes(const std::vector<Findings>& findings, int n_needed) {
  std::vector<Change> changes;
  for (const Findings& one : findings) {
    for (const Span& span : one.spans) {
      changes.push_back({span.begin, 1});
      changes.push_back({span.end, -1});
    }
  }
  std::ranges::sort(changes, {}, &Change::at);
  std::vector<size_t> edges;
  int n = 0;
  for (size_t i = 0; i < changes.size(); ++i) {
    n += changes[i].by;
    const bool is_last_here = i + 1 == changes.size() || changes[i + 1].at != changes[i].at;
    const bool is_inside = edges.size() % 2 == 1;
    if (is_last_here && is_inside != (n >= n_needed)) edges.push_back(changes[i].at);
  }
  return edges;
}

}  // namespace

Findings agree(std::string_view text, std::vector<Findings> findings, Agreement agreement) {
  if (findings.size() == 1) return std::move(findings.front());
  Findings all{{}, std::numeric_limits<float>::infinity()};
  const size_t n = findings.size();
  const bool votes = agreement != Agreement::kAny;
  for (size_t i = 0; i < n; ++i) {
    if (votes) snap_to_words(text, findings[i].spans);
    for (Span& span : findings[i].spans) span.support.add_finder(i);
    all.least_margin = std::min(all.least_margin, findings[i].least_margin);
    all.near_misses.insert(all.near_misses.end(), findings[i].near_misses.begin(),
                           findings[i].near_misses.end());
  }
  const size_t n_needed = !votes ? 1 : agreement == Agreement::kAll ? n : n / 2 + 1;
  const std::vector<size_t> edges = edges_of_votes(findings, static_cast<int>(n_needed));
  for (const Findings& one : findings) {
    for (Span span : one.spans) {
      auto edge = std::ranges::upper_bound(edges, span.begin);
      for (const size_t end = span.end; span.begin < end; span.begin = span.end) {
        const bool is_voted = (edge - edges.begin()) % 2 == 1;
        span.end = edge == edges.end() ? end : std::min(end, *edge++);
        if (is_voted) {
          all.spans.push_back(span);
        } else {
          all.near_misses.push_back({span.begin, span.end, span.label, 0});
        }
      }
    }
  }
  return all;
}

}  // namespace redact
