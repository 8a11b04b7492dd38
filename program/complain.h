// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "program/args.h"

namespace redact {

// Prints one line to standard error. `message` must not hold a word of a document or the name of a
// file (P5).
void complain(const std::string& message);

// The same for information that is not an error. --quiet suppresses it.
void note(const Options& options, const std::string& message);

// Flushes standard output, and complains if a byte of it could not be written. An exit status.
int flush_output();

}  // namespace redact
