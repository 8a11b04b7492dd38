// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program/batch/report.h"
#include "program/work.h"

namespace redact {

// Tells on standard error what a run did, where its files are and, if
// `signal` is not 0 or the run failed, how to go on; also how many documents are in a language that
// the model does not know. Of the rest, runs whose results go to standard output and runs over a
// single text say nothing unless they are stopped.
void tell_summary(const Options& options, const Work& work, const Report& report, int signal,
                  bool has_failed);

// The same for --dry-run: what a run would do. `n_left`: inputs that are not done.
void tell_plan(const Options& options, const Work& work, size_t n_left);

}  // namespace redact
