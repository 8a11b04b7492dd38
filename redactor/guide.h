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

// All that is said of a text so far, in bytes of its view. Spans may overlap and be in any order.
// It grows from stage to stage.
using Evidence = std::vector<Span>;

// What is found without a model: by rules, lists, fields and what is known about the people in the
// document. Error: that of `stop` alone.
Result<Evidence> guide(const DocumentInput& input, const Text& text,
                       const Configuration& configuration, StopCheck& stop);

}  // namespace redact
