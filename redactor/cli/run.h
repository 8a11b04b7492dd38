// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "redactor/cli/args.h"

namespace redact {

// Does what the options ask and returns the exit code. Says one line on standard error for each
// document it withholds, by its number: names of files can be names of people (P5).
int run(const Options& options);

}  // namespace redact
