// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/records/offsets.h"
#include "redactor/redaction.h"

namespace redact {

// The annotation file of brat ("T1<tab>PATIENT 9 25<tab>Margaret Ellison", a line for each entity),
// which is kept beside the source. It repeats the hidden text. A line of brat cannot contain a line
// end, so an entity that markup or line ends divide has several fragments, "9 17;18 25", whose
// texts are joined by spaces. kBadInput if the source is not valid UTF-8.
Result<std::string> to_brat(std::string_view source, const Redaction& redaction, OffsetUnit unit);

}  // namespace redact
