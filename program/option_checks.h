// SPDX-License-Identifier: Apache-2.0
// Checks for CLI::Option.
#pragma once

#include <cmath>
#include <cstdlib>
#include <string>

namespace redact {

// Rejects a value that is not a finite number; CLI::Range accepts NaN.
inline std::string finite(const std::string& value) {
  return std::isfinite(std::strtod(value.c_str(), nullptr)) ? "" : "must be a finite number";
}

}  // namespace redact
