// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

#include "documents/structured/rtf_scan.h"

namespace redact {

// The use of a group of RTF that its first word names (a destination); nullopt if the word begins
// no group of its own. All but RtfUse::kCode are aside from the running text.
std::optional<RtfUse> rtf_group(std::string_view word);

// The parameter of a word that is part of the time of an edit, for a fixed time; nullptr for any
// other word.
const char* rtf_time_mask(std::string_view word);

}  // namespace redact
