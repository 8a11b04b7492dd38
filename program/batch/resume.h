// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "program/batch/journal.h"
#include "program/work.h"
#include "redactor/configuration.h"

namespace redact {

// How to continue a batch, according to its journal.
struct ResumePlan {
  Inputs inputs;                     // still to process
  std::vector<GrowingOutput> grown;  // unfinished outputs of earlier runs
  size_t done_bytes = 0;             // of the single output file, from whole inputs
  bool is_resumed = false;           // earlier runs have left results
  size_t n_gone = 0;                 // inputs of the journal that are not among those of this run
  // Set if the last run was killed: it may have had any document up to `suspects` in hand; `alone`
  // was the only document in hand, for the `tries`th time.
  std::optional<DocumentPlace> suspects, alone;
  size_t tries = 0;
};

// Compares the journal with the inputs and the configuration. The sources of all finished documents
// are read again, and their results must exist. Errors (kMisuse) name the change; if
// options.redo_changed is set, the documents concerned are forgotten instead, to be redacted again.
// `setup` is that of this run.
Result<ResumePlan> plan_resume(const Options& options, const Configuration& configuration,
                               const Work& work, const std::string& setup, Journal& journal);

}  // namespace redact
