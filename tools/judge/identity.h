// SPDX-License-Identifier: Apache-2.0
// Whether hidden and left passages identify a person, where there is no gold.
#pragma once

#include <string>
#include <vector>

#include "tools/eval/corpus.h"
#include "tools/judge/votes.h"

namespace redact::judge {

// A span that may be an identifier: one that the redaction hid, or a suspect that it left.
struct Suspect {
  size_t document;  // into the documents
  size_t begin, end;
  std::string label;
  bool hidden;
};

// The spans of `documents`, and those of `more` (the same documents at a higher bias, or from
// another tool) that overlap none of them. A withheld document has no suspects, because its
// text was not released.
std::vector<Suspect> suspects(const std::vector<eval::Document>& documents,
                              const std::vector<eval::Document>& more);

// "Does the passage in brackets help to identify a person?", with the text around it: one yes or no
// for each suspect.
std::vector<Question> identity_questions(const std::vector<eval::Document>& documents,
                                         const std::vector<Suspect>& suspects);

struct Tribunal {
  size_t true_positives = 0, false_positives = 0, false_negatives = 0, true_negatives = 0;
  size_t discarded = 0;  // without a verdict
  size_t unanimous = 0;  // of those with a verdict
};

Tribunal count_identity(const std::vector<Suspect>& suspects, const Votes& votes,
                        const VoteRule& rule);

}  // namespace redact::judge
