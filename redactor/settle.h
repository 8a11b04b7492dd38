// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/result.h"
#include "base/stop_check.h"
#include "redactor/configuration.h"
#include "redactor/document_input.h"
#include "redactor/guide.h"
#include "redactor/read.h"
#include "redactor/resolve.h"
#include "redactor/review.h"

namespace redact {

// The decision about a document in bytes of its text: the hidden spans, and reports about the rest.
struct Decision {
  std::vector<Span> hidden;           // sorted and disjoint; crosses none of the text's walls
  std::vector<Dropped> dropped = {};  // evidence that hides nothing, if the configuration explains
  std::vector<ReviewReason> review = {};  // sorted
  bool other_language = false;            // it is in a language that the model does not know
};

// Decides by a person's corrections: the model is not asked, and there is nothing to review. Errors
// are those of corrected_spans.
Result<Decision> settle_corrected(const DocumentInput& input, const Text& text,
                                  const Configuration& configuration);

// The findings of all finders as one, sorted: spans are cut where fields end, and spans inside
// fields that need no finder are left out; `agreement` decides which of the rest count. Spans of
// different finders may overlap; if several nearly found a token, the best score counts. Error:
// kInternal if a span is not inside the text.
Result<Findings> join(std::vector<Findings> findings, const Text& text, Agreement agreement);

// Adds other occurrences of hidden names and of people's hidden numbers, and of all hidden values
// in a document that says the same in several forms. `hides`: the evidence that hides so far.
Evidence add_repeats(Evidence evidence, const std::vector<Span>& hides, const Findings& found,
                     const Text& text, const Configuration& configuration, StopCheck& stop);

// Decides what to hide by all evidence, to which it adds names and towns whose label the policy
// leaves in the text but which are hidden after all. The only error is that of `stop`.
Result<Decision> settle(const DocumentInput& input, const Text& text, Evidence evidence,
                        const Findings& found, const Configuration& configuration, StopCheck& stop);

}  // namespace redact
