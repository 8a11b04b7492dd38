// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "program/args.h"
#include "program/exit_code.h"

namespace redact {

// Prints one line to standard error. `message` must not hold a word of a document or the name of a
// file (P5).
void complain(const std::string& message);
// The same for a program that ends. Returns the exit code.
int fail(const std::string& message, ExitCode code);

// The same for information that is not an error. --quiet suppresses it.
void note(const Options& options, const std::string& message);

// Flushes standard output, and complains if a byte of it could not be written. Returns the exit
// code.
int flush_output();

}  // namespace redact
