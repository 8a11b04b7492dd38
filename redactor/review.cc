// SPDX-License-Identifier: Apache-2.0
#include "redactor/review.h"

#include <algorithm>
#include <utility>

#include "base/utf8.h"

namespace redact {

std::vector<ReviewReason> find_reasons(const ReadingView& view, const std::vector<Span>& hidden,
                                       const std::vector<Span>& near_misses,
                                       const Thresholds& thresholds) {
  std::vector<Span> copied;
  for (const Span& near : near_misses) {
    if (near.score <= -thresholds.review_margin) continue;
    // A token may begin with the white space before its word.
    size_t begin = near.begin;
    while (begin + 1 < near.end && view.text()[begin] == ' ') ++begin;
    // A token may be a part of a character.
    size_t end = near.end;
    while (begin > 0 && is_continuation(view.text()[begin])) --begin;
    while (end < view.text().size() && is_continuation(view.text()[end])) ++end;
    if (!copied.empty() && begin < copied.back().end) {
      copied.back().end = std::max(copied.back().end, end);
      if (near.score > copied.back().score) copied.back().label = near.label;
      copied.back().score = std::max(copied.back().score, near.score);
    } else {
      copied.push_back({begin, end, near.label, near.score});
    }
  }
  std::vector<ReviewReason> reasons;
  auto covering = hidden.begin();
  for (const Span& span : view.to_source(std::move(copied))) {
    while (covering != hidden.end() && covering->end <= span.begin) ++covering;
    if (covering != hidden.end() && covering->begin < span.end) continue;  // hidden after all
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
  auto covering = hidden.begin();
  for (const Span& span : view.to_source(std::move(names))) {
    while (covering != hidden.end() && covering->end <= span.begin) ++covering;
    if (covering != hidden.end() && covering->begin < span.end) continue;
    reasons.push_back({span.begin, span.end, span.score, span.label});
  }
  return reasons;
}

}  // namespace redact
