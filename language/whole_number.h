// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redact {

// The digits of a number without a fraction other than zeros, as programs write integers: "4471920.0"
// and "4.47192E6" are 4471920. nullopt for anything else, also for a sign.
std::optional<std::string> whole_number(std::string_view number);

}  // namespace redact
