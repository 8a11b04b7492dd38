// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "redactor/span/label.h"

namespace redact {

// Who says something about a span, the strongest first: redactor/resolve.h has the table.
enum class SpanSource : unsigned char {
  kAllow,   // a term that the caller allows
  kDeny,    // a term that the caller denies
  kKnown,   // what the caller knows of the people in the document
  kRule,    // a pattern of something that identifies
  kStay,    // a pattern of something that looks like an identifier and is nobody's
  kModel,   // the model
  kRepeat,  // a name that the model found elsewhere in the document
};

// Evidence about bytes [begin, end) of a document, which are not empty: that they identify somebody
// or, from kAllow and kStay, that they do not.
struct Span {
  size_t begin;
  size_t end;
  Label label;  // OTHER from kAllow and kStay
  float score;  // how far the model was from leaving it in the text: log-odds or, of models that
                // label, a difference of sequences' scores (redactor/README.md), bias included; 0
                // is the threshold; 0 of all sources but kModel and kRepeat
  SpanSource source = SpanSource::kModel;
};

// Bytes [begin, end) of a token that was nearly tagged, or before which a span was nearly opened:
// its score came within Thresholds::near_miss of the threshold.
struct NearlyFound {
  size_t begin;
  size_t end;
  float score;  // as a span's; negative
};

// What a finder found in one document.
struct Findings {
  std::vector<Span> spans;  // sorted and disjoint
  // The smallest |score| over all decisions, copies included: how near the document came to
  // another outcome.
  float least_margin;
  std::vector<NearlyFound> nearly = {};  // sorted; none where a finder does not say
};

}  // namespace redact
