// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "redactor/cli/args.h"
#include "redactor/cli/inputs.h"

namespace redact {

// `redact --restore`: redacted texts, or records whose text field holds them, become their sources
// again, byte for byte. A text that the mapping does not hold is withheld. Returns the exit code.
int run_restore(const Options& options, const std::vector<Input>& inputs, bool folder);

}  // namespace redact
