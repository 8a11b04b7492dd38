// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "tools/eval/corpus.h"

namespace redact::eval {

struct MultigrasccoGold {
  std::vector<Document> documents;
  size_t left_out = 0;  // documents with an annotation that is not where its text is
};

// Gold documents of a file of MultiGraSCCo (Baroud et al., 2026), as it is published: an array of
// {"filename", "text", "entities": [{"start", "end", "text", "type"}]}, one file for each language
// and kind of identifier, such as English_PHI.json, whose name gives the language. Some translated
// documents have offsets of another text; they are left out, since their gold is
// unknown. Errors name the document by its number.
Result<MultigrasccoGold> read_multigrascco(const std::string& path);

}  // namespace redact::eval
