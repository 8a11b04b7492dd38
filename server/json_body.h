// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "server/refusal.h"
#include "server/work_limit.h"

namespace redact::server {

// The depth that JSON documents may have, too. Copies and dump() of nlohmann's values recurse.
inline constexpr size_t kDeepestBody = 512;
// Values of a JSON text: at some 50 bytes each, they take 50 MB. A list of digits of 32 MiB would
// have 16 times as many, which take seconds to read and to free.
inline constexpr size_t kMostValues = size_t{1} << 20;

// Parses JSON that a client sent. Refused with 400: deeper nesting, a repeated key in one object
// (another reader would take the other value), and text that is not JSON in UTF-8 (with the message
// `malformed`); with 413: more values. `what` names the text in a refusal: "the body".
Checked<nlohmann::json> parse_json(std::string_view text, const std::string& what,
                                   const Refusal& malformed, WorkLimit& work);

}  // namespace redact::server
