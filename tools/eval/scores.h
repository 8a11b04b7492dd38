// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/eval/corpus.h"
#include "tools/eval/tally.h"

namespace redact::eval {

struct Scores {
  Tally total;
  std::map<std::string, LabelTally> by_label;
  std::map<std::string, Tally> by_language;     // "-": unknown
  std::map<std::string, double> neutral_words;  // hidden, but neither right nor wrong, per label
  double neutral_total() const;
  std::map<std::string, Counts> occurrences;  // tags counted, per coarse group
  std::vector<Tally> documents;               // for intervals
};

// `documents` must have aligned labels (align_labels).
Scores score(const std::vector<Document>& documents);

}  // namespace redact::eval
