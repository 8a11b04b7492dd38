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
  std::vector<Findings> findings = {};     // of the finders that have read the text
  std::optional<DocumentWindows> windows;  // of the finder that reads it, if one does
};

// The stages before the model. The input and the configuration outlive the result. Errors are those
// of the stages; none holds a word of the document.
Result<std::unique_ptr<WorkInProgress>> begin(const DocumentInput& input,
                                              const Configuration& configuration, StopCheck& stop);

// Takes the findings of the windows, which have ended, and opens those of the next finder. Returns
// whether there is one. The error is that of a window.
Result<bool> go_on(WorkInProgress& work, const Configuration& configuration);

// The stages after the models. The work is freed before this returns.
Result<Redaction> conclude(const DocumentInput& input, const Configuration& configuration,
                           std::unique_ptr<WorkInProgress> work, StopCheck& stop);

// All stages, on this thread. The configuration has at most one model, and the session is one of
// this model.
Result<Redaction> redact_now(const DocumentInput& input, const Configuration& configuration,
                             ModelSession& session, StopCheck& stop = StopCheck::never());

}  // namespace redact
