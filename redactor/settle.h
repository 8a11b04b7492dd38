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

// What is hidden of a document, and what is told about it, in bytes of the document's text.
struct Decision {
  std::vector<Span> hidden;           // sorted and disjoint; crosses none of the text's walls
  std::vector<Dropped> dropped = {};  // evidence that hides nothing, if the configuration explains
  std::vector<ReviewReason> review = {};  // sorted
  bool other_language = false;            // it is in a language that the model does not know
};

// What a person has decided: the model is not asked, and there is nothing to review. Errors are
// those of corrected_spans.
Result<Decision> settle_corrected(const DocumentInput& input, const Text& text,
                                  const Configuration& configuration);

// The findings of all finders as those of one: cut where fields end, without those inside fields
// that need no finder, and sorted. Spans of different finders may overlap; of tokens that several
// nearly found, the best score counts. Error: kInternal if a span is not inside the text.
Result<Findings> join(std::vector<Findings> findings, const Text& text);

// Adds other occurrences of names that are hidden. `hides`: the evidence that hides so far.
Evidence add_repeats(Evidence evidence, const std::vector<Span>& hides, const Findings& found,
                     const Text& text, const Configuration& configuration, StopCheck& stop);

// Decides what is hidden by all evidence, to which it adds the names and places that the policy
// leaves in the text and that are hidden after all. Error: that of `stop` alone.
Result<Decision> settle(const DocumentInput& input, const Text& text, Evidence evidence,
                        const Findings& found, const Configuration& configuration, StopCheck& stop);

}  // namespace redact
