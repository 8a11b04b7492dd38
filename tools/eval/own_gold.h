// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tools/eval/corpus.h"

namespace redact::eval {

// Gold annotations under the labels of this project (own_labels): of several labels that a gold
// label may stand for, the first. A span that is not an identifier (is_identifier) has no label.
struct OwnGold {
  std::string lines;    // {"id", "lang", "text", "spans": [{"start", "end", "label"}]}; holds text
  std::string mapping;  // a table: each label of the gold, the label that it becomes, their number
};

OwnGold to_own_gold(const std::vector<Document>& documents);

}  // namespace redact::eval
