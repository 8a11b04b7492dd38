// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "base/stop_check.h"
#include "redactor/configuration.h"
#include "redactor/document_input.h"
#include "redactor/finder/document_windows.h"
#include "redactor/guide.h"
#include "redactor/read.h"
#include "redactor/redaction.h"

namespace redact {

// What a document has become before a model looks at it. It keeps its address: the windows refer to
// the text and to what is forced.
struct WorkInProgress {
  std::unique_ptr<const Text> text;
  Evidence evidence;                       // of the guides
  std::vector<Span> forced;                // what they hide by themselves; sorted and disjoint
  std::optional<DocumentWindows> windows;  // for the model; none if it is not asked
};

// The stages before the model. The input and the configuration outlive the result. Errors are those
// of the stages; none holds a word of the document.
Result<std::unique_ptr<WorkInProgress>> begin(const DocumentInput& input,
                                              const Configuration& configuration, StopCheck& stop);

// The stages after it. `findings`: those of each finder that was asked. The work is freed before
// this returns.
Result<Redaction> conclude(const DocumentInput& input, const Configuration& configuration,
                           std::unique_ptr<WorkInProgress> work, std::vector<Findings> findings,
                           StopCheck& stop);

// All stages, on this thread.
Result<Redaction> redact_now(const DocumentInput& input, const Configuration& configuration,
                             ModelSession& session, StopCheck& stop = StopCheck::never());

}  // namespace redact
