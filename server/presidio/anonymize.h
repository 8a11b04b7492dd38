// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

#include "server/refusal.h"
#include "server/work_limit.h"

namespace redact::server {

// The answer of POST /anonymize and POST /deanonymize: the text with an operator applied to each
// entity. As in Presidio, adjacent entities of one kind are merged, and an entity inside another is
// dropped. Unlike in Presidio, every character is decided once: where two entities overlap, text
// that one of them keeps is kept, and the rest belongs to the later one. A refusal has Presidio's
// status and words.
Checked<nlohmann::ordered_json> anonymize(std::string_view body, WorkLimit& work);
Checked<nlohmann::ordered_json> deanonymize(std::string_view body, WorkLimit& work);

}  // namespace redact::server
