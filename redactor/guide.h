// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/result.h"
#include "base/stop_check.h"
#include "redactor/configuration.h"
#include "redactor/document_input.h"
#include "redactor/read.h"
#include "redactor/span/span.h"

namespace redact {

// All evidence about a text so far, in bytes of its view. Spans may overlap and be in any order.
// The evidence grows from stage to stage.
using Evidence = std::vector<Span>;

// Finds evidence without a model: by rules, lists, fields and known facts about the people in the
// document. The only error is that of `stop`.
Result<Evidence> guide(const DocumentInput& input, const Text& text,
                       const Configuration& configuration, StopCheck& stop);

}  // namespace redact
