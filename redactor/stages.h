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

// A document before a model looks at it. The object stays at one address: the windows refer to the
// text and to the forced spans.
struct WorkInProgress {
  std::unique_ptr<const Text> text;
  Evidence evidence;                       // of the guides
  std::vector<Span> forced;                // hidden by the guides alone; sorted and disjoint
  std::optional<DocumentWindows> windows;  // for the model; none if it is not asked
};

// The stages before the model. The input and the configuration outlive the result. Errors are those
// of the stages; none holds a word of the document.
Result<std::unique_ptr<WorkInProgress>> begin(const DocumentInput& input,
                                              const Configuration& configuration, StopCheck& stop);

// The stages after the model. `findings`: those of each finder that was asked. The work is freed
// before this returns.
Result<Redaction> conclude(const DocumentInput& input, const Configuration& configuration,
                           std::unique_ptr<WorkInProgress> work, std::vector<Findings> findings,
                           StopCheck& stop);

// All stages, on this thread.
Result<Redaction> redact_now(const DocumentInput& input, const Configuration& configuration,
                             ModelSession& session, StopCheck& stop = StopCheck::never());

}  // namespace redact
