// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <string>

namespace redact::server {

// The configuration that a client asks for. Empty strings mean the server's options.
struct AskedConfig {
  std::string policy, recall;  // a shipped policy, or one of --policies
  bool explains = false;       // records also hold evidence that hides nothing, with reasons

  auto operator<=>(const AskedConfig&) const = default;
};

}  // namespace redact::server
