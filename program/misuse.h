// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "program/args.h"
#include "program/inputs.h"

namespace redact {

// Reports options and inputs that contradict each other or would lose data; nullopt if there is no
// such problem. `several`: the inputs are a folder or more than one file.
std::optional<std::string> find_misuse(const Options& options, const Inputs& inputs, bool several);

}  // namespace redact
