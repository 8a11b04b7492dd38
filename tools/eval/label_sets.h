// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/eval/corpus.h"

namespace redact::eval {

// What a corpus calls things.
struct LabelSet {
  std::string name;  // meddocan, grascco, presidio, i2b2, or own: the labels of this project
  // Whether labels mean the same on both sides, so that scores with labels say something.
  bool comparable;
  std::vector<std::string> outside;  // labels of either side that keep a set from being so
};

// The label set that the gold labels come from.
LabelSet find_label_set(const std::vector<Document>& documents);

// Gives both sides labels that can be compared: the gold's where the set is comparable, else coarse
// groups. Makes neutral what the gold marks and this project does not remove (titles,
// nationalities), and found words of sex and kinship where the gold of their language marks none
// and nothing else.
void align_labels(const LabelSet& set, std::vector<Document>& documents);

// NAME, AGE, DATE, LOCATION, CONTACT, ID or OTHER, for labels of any of the sets.
std::string coarse_group(std::string_view label);

}  // namespace redact::eval
