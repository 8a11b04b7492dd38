// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "base/stop_check.h"
#include "documents/formats/format.h"

namespace redact {

// The format of a text that is nothing but a message of HL7 v2, a text of JSON, or a document of
// XML or RTF; nullopt for any other.
std::optional<Format> format_of_whole(std::string_view text, StopCheck& stop);

}  // namespace redact
