// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/redaction.h"

namespace redact {

// The source and its entities as an XML file of the 2014 i2b2 task of de-identification. It repeats
// the hidden text. Offsets count code points of the text that an XML parser returns, which equals
// the source character by character. An entity that markup divides is one tag, from its first
// character to its last. kBadInput if the source is not valid UTF-8, or holds a character that XML
// cannot contain.
Result<std::string> to_i2b2(std::string_view source, const Redaction& redaction);

}  // namespace redact
