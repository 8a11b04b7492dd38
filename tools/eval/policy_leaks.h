// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "redactor/policy/policy.h"
#include "tools/eval/corpus.h"

namespace redact::eval {

// What a policy's outputs leave of what the policy is to hide. Characters other than white space.
//
// The text to hide follows from the gold and the policy's table: of a gold span, what the
// policy's operator would remove from it, so nothing where the policy leaves the label in the text,
// and nothing of the year where a date keeps its year. If a gold label may be one of several of
// this project (own_labels), a character is to be hidden if it is under all of them, and unclear if
// it is under some.
struct PolicyLeaks {
  std::string policy;
  double documents = 0;
  double withheld = 0;      // of the documents; they leak nothing
  double to_hide = 0;       // characters
  double leaked = 0;        // of these, characters that are in the output
  double leaky = 0;         // documents with a leaked character
  double leaky_ok = 0;      // of these, documents that are not marked for review
  double unclear_left = 0;  // unclear characters that are in the output
};

// `documents` have the gold's own labels, and the found spans and outputs of a run with `policy`;
// documents without an output count as if every found span were hidden whole. Errors: those of
// Replacer::replace.
Result<PolicyLeaks> count_policy_leaks(const Policy& policy,
                                       const std::vector<Document>& documents);

// A table with a row for each policy.
std::string to_text(const std::vector<PolicyLeaks>& rows);
std::string to_json(const std::vector<PolicyLeaks>& rows);

}  // namespace redact::eval
