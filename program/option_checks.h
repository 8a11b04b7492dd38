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

// Rejects an empty value: an unset shell variable must not have the effect of an option that was
// not given.
inline std::string not_empty(const std::string& value) {
  return value.empty() ? "the value is empty" : "";
}

}  // namespace redact
