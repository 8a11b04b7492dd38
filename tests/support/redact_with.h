// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "redactor/stages.h"

namespace redact::testing {

// Takes a document through all stages, with findings that a test sets in place of a model's.
inline Result<Redaction> redact_with(std::vector<Findings> findings, const DocumentInput& input,
                                     const Configuration& configuration,
                                     StopCheck& stop = StopCheck::never()) {
  REDACT_ASSIGN(auto work, begin(input, configuration, stop));
  work->findings = std::move(findings);
  return conclude(input, configuration, std::move(work), stop);
}

}  // namespace redact::testing
