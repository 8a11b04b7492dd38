// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "documents/label.h"
#include "tools/eval/corpus.h"

namespace redact::eval {

// The labels that a corpus uses.
struct LabelSet {
  // meddocan, grascco, presidio, europriv, i2b2, or own: the labels of this project
  std::string name;
  // Whether labels mean the same on both sides, so that scores with labels are meaningful.
  bool comparable;
  std::vector<std::string> outside;  // labels of either side that the set lacks
};

// The label set that the gold labels come from.
LabelSet find_label_set(const std::vector<Document>& documents);

// Gives both sides labels that can be compared: those of the gold if the set is comparable, else
// coarse groups. Makes neutral the gold spans that are not identifiers (is_identifier), and the
// found words of sex, kinship and nationality if the gold of their language marks none of these
// words.
void align_labels(const LabelSet& set, std::vector<Document>& documents);

// Whether a gold span should be hidden; titles, nationalities and section headers stay.
bool is_identifier(const Annotation& gold);

// The labels of this project that a gold label of any set stands for on this surface: one, or
// several if the set does not tell them apart. A label that no set has is taken as OTHER.
std::vector<Label> own_labels(std::string_view label, std::u32string_view surface);

// The coarse group of a label of any set: NAME, AGE, DATE, LOCATION, CONTACT, ID or OTHER.
std::string coarse_group(std::string_view label);

}  // namespace redact::eval
