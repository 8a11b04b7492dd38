// SPDX-License-Identifier: Apache-2.0
// Results in the formats of other tools.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/records/offsets.h"
#include "redactor/records/record.h"
#include "redactor/redaction.h"

namespace redact {

// The annotation file of brat ("T1<tab>PATIENT 9 25<tab>Margaret Ellison", a line for each entity),
// which is kept beside the source. It repeats the hidden text. A line of brat cannot contain a line
// end, so an entity that markup or line ends divide has several fragments, "9 17;18 25", whose
// texts are joined by spaces. kUnsupported if the source is an archive, kBadInput if it is not
// valid UTF-8.
Result<std::string> to_brat(std::string_view source, const Redaction& redaction, OffsetUnit unit);

// The source and its entities as an XML file of the 2014 i2b2 task of de-identification. It repeats
// the hidden text. Offsets count code points of the text that an XML parser returns, which equals
// the source character by character. An entity that markup divides is one tag, from its first
// character to its last. kUnsupported if the source is an archive, kBadInput if it is not valid
// UTF-8, or holds a character that XML cannot contain.
Result<std::string> to_i2b2(std::string_view source, const Redaction& redaction);

// One line of `--format presidio`, without the line end: the source's RecognizerResults as
// Presidio's analyzer would return them, and the EngineResult that its anonymizer would return
// (redactor/README.md lists the fields). kUnsupported if the source is an archive, kBadInput if it
// is not valid UTF-8.
Result<std::string> to_presidio(const RecordContext& context, std::string_view source,
                                const Redaction& redaction);

}  // namespace redact
