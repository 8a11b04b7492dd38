// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redactor/model_finder.h"

namespace redact {

// An instruct model: it is asked to redact, in the words of an instruction, and may write nothing
// but the source with tags. `drafter` may be nullptr. Errors: a chat template or a prompt that
// can't be used (kUnsupported, kBadInput), a context too short for the prompt (kBadInput), and
// those of ModelRunner::open.
Result<std::unique_ptr<SpanFinder>> open_tag_finder(Model model, const ModelOptions& options,
                                                    std::unique_ptr<SpanFinder> drafter);

}  // namespace redact
