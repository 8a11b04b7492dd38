// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>
#include <vector>

namespace redact {

// The fields of a JSON object as they are written: name in its quotes, value to its last byte, so
// that no number loses a digit on its way into another object. `object` is valid JSON, and outlives
// the result.
std::vector<std::pair<std::string_view, std::string_view>> json_fields(std::string_view object);

}  // namespace redact
