// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace redact {

struct BuiltinPolicy {
  std::string_view name;
  std::string_view yaml;
};

// The policies of this folder, compiled into the library.
std::span<const BuiltinPolicy> builtin_policies();

}  // namespace redact
