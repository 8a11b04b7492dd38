// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "program/args.h"
#include "program/work.h"

namespace redact {

// Redacts the inputs. Returns the exit code, or the error that stopped the run.
Result<int> run_redaction(const Options& options, const Work& work);

}  // namespace redact
