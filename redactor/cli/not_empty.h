// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace redact {

// A check for CLI::Option: says what is wrong with an empty value. An unset variable of a shell
// must not read as an option that is not given.
inline std::string not_empty(const std::string& value) { return value.empty() ? "is empty" : ""; }

}  // namespace redact
