// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "redactor/span/label.h"

namespace redact {

enum class SpanSource { kModel, kRule, kList };

// Bytes [begin, end) of a document that identify somebody. Lists of spans are sorted and disjoint,
// and no span is empty; neighbours may touch and stay two spans.
struct Span {
  size_t begin;
  size_t end;
  Label label;
  float score;  // log-odds of tag against copy at the decision, bias included; 0 is the threshold
  SpanSource source = SpanSource::kModel;
};

// Bytes [begin, end) of a token before which a span was nearly opened: a decision to copy whose
// score came within kNearMiss of the threshold.
struct NearlyFound {
  size_t begin;
  size_t end;
  float score;  // log-odds of tag against copy, bias included; negative
};

// Log-odds. As far as repeat_names reaches: what is further off is no hint of anything.
inline constexpr float kNearMiss = 11;

// What was found in one document.
struct Findings {
  std::vector<Span> spans;
  // The smallest |score| over all decisions, copies included: how near the document came to
  // another outcome.
  float least_margin;
  std::vector<NearlyFound> nearly = {};  // sorted; none where a finder does not say
};

}  // namespace redact
