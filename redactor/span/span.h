// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "redactor/span/label.h"

namespace redact {

// The source of a span, the strongest first; redactor/resolve.h has the table.
enum class SpanSource : unsigned char {
  kAllow,   // a term that the caller allows
  kDeny,    // a term that the caller denies
  kKnown,   // what the caller knows about the people in the document
  kRule,    // a pattern of something that identifies
  kStay,    // a pattern of something that looks like an identifier but is not
  kModel,   // the model
  kRepeat,  // a name that the model found elsewhere in the document
};

// Evidence about bytes [begin, end), not empty, of a document: that they identify somebody or, from
// kAllow and kStay, that they do not.
struct Span {
  size_t begin;
  size_t end;
  Label label;  // OTHER from kAllow and kStay
  float score;  // how far the model was from leaving it in the text: log-odds or, for label models,
                // a difference of sequence scores (redactor/README.md), bias included; 0 is the
                // threshold; 0 for all sources but kModel and kRepeat
  SpanSource source = SpanSource::kModel;
};

// Bytes [begin, end) of a token that was nearly tagged, or before which a span was nearly opened:
// its score came within Thresholds::near_miss of the threshold.
struct NearlyFound {
  size_t begin;
  size_t end;
  float score;  // like that of a span; negative
};

// The findings of a finder in one document.
struct Findings {
  std::vector<Span> spans;  // sorted and disjoint
  // The smallest |score| over all decisions, copies included: how close the document was to another
  // outcome.
  float least_margin;
  std::vector<NearlyFound> nearly = {};  // sorted; empty if the finder does not report them
};

}  // namespace redact
