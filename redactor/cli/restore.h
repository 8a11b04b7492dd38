// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "redactor/cli/args.h"
#include "redactor/cli/work.h"

namespace redact {

// `redact --restore`: redacted texts, fields of a table, or records whose text field holds them
// become their sources again. A text that the mapping does not hold is withheld. Returns the exit
// code, or why the run stopped.
Result<int> run_restore(const Options& options, const Work& work);

}  // namespace redact
