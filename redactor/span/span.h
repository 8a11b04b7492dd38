// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "documents/label.h"
#include "redactor/span/support.h"

namespace redact {

// Evidence about bytes [begin, end), not empty, of a document: they identify a person or, from
// kAllow and kStay, they do not.
struct Span {
  size_t begin;
  size_t end;
  Label label;  // OTHER from kAllow and kStay
  // The model's distance from leaving the span in the text, bias included: log-odds or, for label
  // models, a difference of sequence scores (redactor/README.md). 0 is the threshold. 0 for all
  // sources except kModel and kRepeat.
  float score;
  SpanSource source = SpanSource::kModel;
  bool shipped = false;  // found by a shipped rule, not by one of the caller's
  uint32_t line = 0;     // of the rule or the term in its file, from 1; 0 from other sources
  Support support = {};  // of a merged span (merge_spans.h): all evidence in it; else empty
  // For a name from the model: its score as PATIENT less that under the best other label of names;
  // 0 if unknown.
  float patient_odds = 0;
  bool goes_on = false;  // a wall divides the evidence: the next span is another piece of it
};

// The findings of a finder in one document.
struct Findings {
  std::vector<Span> spans;  // sorted and disjoint
  // The smallest |score| over all decisions, copies included: the distance of the document from
  // another outcome.
  float least_margin;
  // The bytes of tokens that were nearly tagged, or before which a span was nearly opened: a
  // negative score, at most Thresholds::near_miss below the threshold (0 if other models left the
  // token in the text: agreement.h), and the label that they
  // nearly got (OTHER if the finder does not tell it). Sorted; empty if it does not report them.
  std::vector<Span> near_misses = {};
};

}  // namespace redact
