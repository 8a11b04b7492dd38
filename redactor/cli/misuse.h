// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "redactor/cli/args.h"
#include "redactor/cli/inputs.h"

namespace redact {

// Why options and inputs make no sense together, or would lose something; nothing where they do.
// `several`: the inputs are a folder or more than one file.
std::optional<std::string> find_misuse(const Options& options, const std::vector<Input>& inputs,
                                       bool several);

}  // namespace redact
