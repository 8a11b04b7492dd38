// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "program/args.h"
#include "program/work.h"

namespace redact {

// `redact --restore`: restores the sources of redacted texts, of fields of a table, or of records
// whose text field holds them. A text that is not in the mapping is withheld. Returns the exit
// code, or the error that stopped the run.
Result<int> run_restore(const Options& options, const Work& work);

}  // namespace redact
