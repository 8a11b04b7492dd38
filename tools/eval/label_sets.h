// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/eval/corpus.h"

namespace redact::eval {

// What a corpus calls things, and which of its marks do not count.
struct LabelSet {
  std::string name;  // meddocan, grascco, presidio, or own: the labels of this project
  // Whether labels mean the same on both sides, so that scores with labels say something.
  bool comparable;
};

// The label set that the gold labels come from.
LabelSet find_label_set(const std::vector<Document>& documents);

// Renames found labels to the gold's where the sets are comparable, and both to coarse groups where
// they are not; makes gold marks of what this project does not remove (titles, nationalities)
// neutral, and takes out found words of sex and kinship where the gold marks none. `found` labels
// of records are this project's.
void align_labels(const LabelSet& set, std::vector<Document>& documents);

// NAME, AGE, DATE, LOCATION, CONTACT, ID or OTHER, for labels of any of the sets.
std::string coarse_group(std::string_view label);

}  // namespace redact::eval
