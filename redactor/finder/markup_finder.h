// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redactor/finder/model_finder.h"

namespace redact {

// A redaction model, trained for the markup grammar. `drafter` may be nullptr. kUnsupported and
// kBadInput name the key at fault.
Result<std::unique_ptr<SpanFinder>> open_markup_finder(Model model, const ModelOptions& options,
                                                       std::unique_ptr<SpanFinder> drafter);

}  // namespace redact
