// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace redact {

// The fields of a JSON object exactly as written, name (with its quotes) and value, so that numbers
// keep all digits when they are copied into another object. `object` is valid JSON and must outlive
// the result.
std::vector<std::pair<std::string_view, std::string_view>> json_fields(std::string_view object);

}  // namespace redact
