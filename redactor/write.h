// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "base/stop_check.h"
#include "redactor/configuration.h"
#include "redactor/document_input.h"
#include "redactor/read.h"
#include "redactor/redaction.h"
#include "redactor/settle.h"

namespace redact {

// Writes the decision. The output is cut from the source, never from a model's text; it is compared
// with the source and read again before it is returned (P1). Errors are those of render and verify,
// and that of `stop`.
Result<Redaction> write(const DocumentInput& input, const Text& text, Decision decision,
                        const Configuration& configuration, StopCheck& stop);

}  // namespace redact
