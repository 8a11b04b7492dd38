// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "documents/label.h"
#include "redactor/span/support.h"

namespace redact {

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
  bool shipped = false;    // found by a rule that is shipped, not by one of the caller's
  uint32_t line = 0;       // of the rule or the term in its file, from 1; 0 from other sources
  Support support = {};    // of a merged span (merge_spans.h): all evidence in it; else empty
  float patient_odds = 0;  // of a name from the model: how much better it scores under PATIENT than
                           // under the best other label of names, in the unit of score; 0 where
                           // nobody can tell
};

// Bytes [begin, end), not empty, of a token that was nearly tagged, or before which a span was
// nearly opened: its score came within Thresholds::near_miss of the threshold.
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
