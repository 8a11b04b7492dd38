// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/eval/studies/categories.h"
#include "tools/eval/tally.h"

namespace redact::eval {

// The Italian study's count without a judge, by category. In each document the gold spans are
// grouped by their text and category. Of a group, the occurrences of the text that are still in the
// output are false negatives, as many as the group has spans at most; the other spans are true
// positives. Tags of a category beyond its gold spans are false positives. Where a tag stands and
// what it replaced is not looked at, so a wrong tag hides behind a miss.
//
// A withheld document holds no string and no tag. Needs the outputs alone, so it counts what any
// system wrote, freely or not; a record without a text counts in nothing but `silent`.
struct Surviving {
  std::map<std::string, Counts> by_category;
  size_t silent = 0;  // documents
};
Surviving count_surviving(const std::vector<Document>& documents, const Categories& categories);

}  // namespace redact::eval
