// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "tests/fuzz/require.h"

namespace redact::fuzz {

// A name in seeds and dictionaries, which no error may quote (P5).
inline constexpr std::string_view kCanary = "Ellison";

// A message says something, in one line, and does not quote what it refuses.
inline void check_refusal(const Error& error) {
  const std::string message = error.message();
  require(!message.empty() && message.find('\n') == message.npos);
  require(message.find(kCanary) == message.npos);
}

}  // namespace redact::fuzz
