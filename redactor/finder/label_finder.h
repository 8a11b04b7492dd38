// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redactor/finder/model_finder.h"

namespace redact {

// Opens a redaction model trained for the label grammar. It needs no drafter, because a window
// takes one pass. kBadInput names the key at fault.
Result<std::unique_ptr<SpanFinder>> open_label_finder(Model model, const ModelOptions& options);

}  // namespace redact
