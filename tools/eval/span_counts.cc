// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/span_counts.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "tools/eval/characters.h"

namespace redact::eval {

namespace {

using Range = std::pair<size_t, size_t>;

std::set<Range> ranges_of(const std::vector<Annotation>& annotations) {
  std::set<Range> ranges;
  for (const Annotation& a : annotations) ranges.insert({a.begin, a.end});
  return ranges;
}

template <typename T>
Counts count(const std::set<T>& gold, const std::set<T>& found) {
  Counts counts;
  for (const T& g : gold) (found.contains(g) ? counts.tp : counts.fn) += 1;
  for (const T& f : found) counts.fp += !gold.contains(f);
  return counts;
}

// Joins neighbours with neither a letter nor a digit between them.
std::set<Range> merge(const std::set<Range>& ranges, const std::u32string& text) {
  std::set<Range> merged;
  for (const Range& range : ranges) {
    if (!merged.empty()) {
      const Range last = *merged.rbegin();
      const size_t from = std::min(last.second, range.first);
      const auto gap = std::u32string_view(text).substr(from, range.first - from);
      if (std::none_of(gap.begin(), gap.end(), is_alphanumeric)) {
        merged.erase(std::prev(merged.end()));
        merged.insert({last.first, range.second});
        continue;
      }
    }
    merged.insert(range);
  }
  return merged;
}

// MEDDOCAN's second subtrack: a span that agrees exactly or after merging is right, and no span
// inside it is wrong on either side.
Counts count_merged(const std::set<Range>& gold, const std::set<Range>& found,
                    const std::u32string& text) {
  std::set<Range> right;
  const auto add_common = [&](const std::set<Range>& a, const std::set<Range>& b) {
    for (const Range& range : a) {
      if (b.contains(range)) right.insert(range);
    }
  };
  add_common(gold, found);
  add_common(merge(gold, text), merge(found, text));
  const auto wrong = [&](const std::set<Range>& ranges, const std::set<Range>& others) {
    return static_cast<double>(std::count_if(ranges.begin(), ranges.end(), [&](const Range& range) {
      return !others.contains(range) &&
             std::none_of(right.begin(), right.end(), [&](const Range& r) {
               return r.first <= range.first && range.second <= r.second;
             });
    }));
  };
  return {static_cast<double>(right.size()), wrong(found, gold), wrong(gold, found)};
}

Matches count_overlaps(const std::vector<Annotation>& gold, const std::vector<Annotation>& found) {
  const auto meets = [](const Annotation& a, const std::vector<Annotation>& others) {
    return std::any_of(others.begin(), others.end(), [&](const Annotation& b) {
      return a.label == b.label && a.begin < b.end && b.begin < a.end;
    });
  };
  Matches matches;
  for (const Annotation& g : gold) {
    (meets(g, found) ? matches.gold_met : matches.gold_missed) += 1;
  }
  for (const Annotation& f : found) {
    (meets(f, gold) ? matches.found_met : matches.found_beside) += 1;
  }
  return matches;
}

}  // namespace

void count_spans(const std::u32string& text, const std::vector<Annotation>& gold,
                 const std::vector<Annotation>& found, Tally& tally) {
  using Triple = std::tuple<size_t, size_t, std::string>;
  const auto triples = [](const std::vector<Annotation>& annotations) {
    std::set<Triple> out;
    for (const Annotation& a : annotations) out.insert({a.begin, a.end, a.label});
    return out;
  };
  tally.strict = count(triples(gold), triples(found));
  const auto gold_ranges = ranges_of(gold), found_ranges = ranges_of(found);
  tally.spans = count(gold_ranges, found_ranges);
  tally.merged = count_merged(gold_ranges, found_ranges, text);
  tally.overlap = count_overlaps(gold, found);
}

}  // namespace redact::eval
