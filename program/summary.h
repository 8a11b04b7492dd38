// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program/batch/report.h"
#include "program/work.h"

namespace redact {

// Prints on standard error what a run did, the paths of its files, the number of documents in a
// language that the model does not know and, if `signal` is not 0 or the run failed, how to
// continue. Runs whose results go to standard output, and runs over a single text, print only the
// number of such documents unless they are stopped.
void tell_summary(const Options& options, const Work& work, const Report& report, int signal,
                  bool has_failed);

// The same for --dry-run: the work of a run. `n_left` is the number of inputs that are not done.
void tell_plan(const Options& options, const Work& work, size_t n_left);

}  // namespace redact
