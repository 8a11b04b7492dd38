// SPDX-License-Identifier: Apache-2.0
#include "redactor/review.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"
#include "redactor/span/merge_spans.h"

namespace redact {

namespace {

// Spans of the view in bytes of its source, without those that touch hidden ones. All are sorted
// and disjoint.
std::vector<Span> left_in_source(const ReadingView& view, std::vector<Span> spans,
                                 const std::vector<Span>& hidden) {
  std::vector<Span> left = view.to_source(std::move(spans));
  auto covering = hidden.begin();
  std::erase_if(left, [&](const Span& span) {
    while (covering != hidden.end() && covering->end <= span.begin) ++covering;
    return covering != hidden.end() && covering->begin < span.end;
  });
  return left;
}

}  // namespace

std::vector<ReviewReason> find_reasons(const ReadingView& view, const std::vector<Span>& hidden,
                                       const std::vector<Span>& near_misses,
                                       const Thresholds& thresholds) {
  std::vector<Span> near;
  for (const Span& miss : near_misses) {
    if (miss.score <= -thresholds.review_margin) continue;
    // A token may begin with the white space before its word.
    size_t begin = miss.begin;
    while (begin + 1 < miss.end && view.text()[begin] == ' ') ++begin;
    // A token may be a part of a character.
    size_t end = miss.end;
    while (begin > 0 && is_continuation(view.text()[begin])) --begin;
    while (end < view.text().size() && is_continuation(view.text()[end])) ++end;
    near.push_back({begin, end, miss.label, miss.score});
  }
  merge_by_score(near);
  std::vector<ReviewReason> reasons;
  for (const Span& span : left_in_source(view, std::move(near), hidden)) {
    if (!reasons.empty() && reasons.back().end == span.begin) {
      reasons.back().end = span.end;
      if (span.score > reasons.back().score) reasons.back().nearly = span.label;
      reasons.back().score = std::max(reasons.back().score, span.score);
    } else {
      reasons.push_back({span.begin, span.end, span.score, {}, span.label});
    }
  }
  return reasons;
}

std::vector<ReviewReason> reasons_of_names(const ReadingView& view, const std::vector<Span>& hidden,
                                           std::vector<Span> names) {
  std::vector<ReviewReason> reasons;
  for (const Span& span : left_in_source(view, std::move(names), hidden)) {
    reasons.push_back({span.begin, span.end, span.score, span.label});
  }
  return reasons;
}

}  // namespace redact
