// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/eval/studies/categories.h"
#include "tools/eval/tally.h"

namespace redact::eval {

// The Italian study's count without a judge, by category. In each document the gold spans are
// grouped by their text and category. In a group, the occurrences of the text that are still in the
// output are false negatives, at most as many as the group has spans; the other spans are true
// positives. Tags of a category beyond the number of its gold spans are false positives. The
// position of a tag and what it replaced are not checked, so a miss can mask a wrong tag.
//
// A withheld document holds no string and no tag. Only the outputs are needed, so the text of any
// system can be counted, whether written freely or not; a record without a text counts only in
// `silent`.
struct Surviving {
  std::map<std::string, Counts> by_category;
  size_t silent = 0;  // documents
};
Surviving count_surviving(const std::vector<Document>& documents, const Categories& categories);

}  // namespace redact::eval
