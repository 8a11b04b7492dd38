// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace redact {

// A check for CLI::Option that rejects an empty value: an unset shell variable must not have the
// effect of an option that was not given.
inline std::string not_empty(const std::string& value) {
  return value.empty() ? "the value is empty" : "";
}

}  // namespace redact
