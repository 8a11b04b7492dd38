// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace redact {

// The digits of an integer in a form of programs: "4471920.0" and "4.47192E6" are 4471920. nullopt
// for anything else, such as a sign, three digits behind the point, or "12E4".
std::optional<std::string> whole_number(std::string_view number);

}  // namespace redact
