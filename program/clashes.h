// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "program/args.h"
#include "program/inputs.h"

namespace redact {

// Reports a result that would overwrite a file that the run reads, or another result; nullopt if
// there is none. `several`: the inputs are a folder or more than one file.
std::optional<std::string> find_clash(const Options& options, const Inputs& inputs, bool several);

}  // namespace redact
