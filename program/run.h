// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "program/args.h"

namespace redact {

// Runs the options and returns the exit code. Prints one line to standard error for each withheld
// document, with its number: file names can be names of people (P5).
int run(Options options);

}  // namespace redact
