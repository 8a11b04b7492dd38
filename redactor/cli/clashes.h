// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "redactor/cli/args.h"
#include "redactor/cli/inputs.h"

namespace redact {

// Which result would be written over a file that the run reads, or over another result; nothing
// where none would. `several`: the inputs are a folder or more than one file.
std::optional<std::string> find_clash(const Options& options, const std::vector<Input>& inputs,
                                      bool several);

}  // namespace redact
