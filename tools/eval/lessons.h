// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "redactor/finder/decoding.h"
#include "tools/eval/corpus.h"

namespace redact::eval {

// What an instruct model is to learn from gold annotations, as tools/tune reads it: a line for each
// window, {"id", "shared", "prompt", "answer"}, where prompt and answer are token ids, and the first
// `shared` ids of a prompt are the same for all windows in one language. The ids hold the text.
Result<std::string> to_lessons(const Decoding& decoding, const std::vector<Document>& documents);

}  // namespace redact::eval
