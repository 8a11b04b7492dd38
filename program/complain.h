// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "program/args.h"

namespace redact {

// Prints one line to standard error. `message` never holds a word of a document or a file's name
// (P5).
void complain(const std::string& message);

// The same for a message that is not an error but worth knowing. --quiet suppresses it.
void note(const Options& options, const std::string& message);

}  // namespace redact
