// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "redactor/cli/args.h"

namespace redact {

// One line to standard error; never a word of a document, nor a file's name (P5).
void complain(const std::string& message);

// The same for what is no error but worth knowing. --quiet suppresses it.
void note(const Options& options, const std::string& message);

}  // namespace redact
