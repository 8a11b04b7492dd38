// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "program/batch/journal.h"
#include "program/work.h"
#include "redactor/configuration.h"

namespace redact {

// What a journal says about how to go on.
struct ResumePlan {
  Inputs inputs;                     // still to process
  std::vector<GrowingOutput> grown;  // outputs that earlier runs left to grow
  size_t done_bytes = 0;             // of the single output file, by whole inputs
  bool is_resumed = false;           // there are results of earlier runs
  // If the last run was killed: it may have had any document up to this one in hand; this one was
  // alone in hand, for the `tries`th time.
  std::optional<DocumentPlace> suspects, alone;
  size_t tries = 0;
};

// Compares the journal with the inputs and the configuration. The sources of all documents that are
// done are read again, and results must exist. Errors (kMisuse) name what has changed, unless
// options.redo_changed is set: then the documents that it concerns are forgotten, to be done again.
// `setup`: of this run.
Result<ResumePlan> plan_resume(const Options& options, const Configuration& configuration,
                               const Work& work, const std::string& setup, Journal& journal);

}  // namespace redact
