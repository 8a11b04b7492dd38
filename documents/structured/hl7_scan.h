// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/stop_check.h"
#include "documents/structured/places.h"
#include "documents/structured/segment.h"

namespace redact {

// The texts of HL7 v2 messages, in order: each subcomponent, or undivided component or field. Empty
// ones are left out. Texts of one field are joined by a space, fields by a line end, segments of a
// message by a passage. The name of a segment that HL7 does not define is also a text.
struct Hl7Texts {
  std::vector<TextSegment> segments;
  Places places;
};

// Scans a message, a batch (FHS, BHS, messages, BTS, FTS) or a stream of MLLP frames (0x0B,
// message, 0x1C 0x0D). Segments end with CR, LF or CR LF. Each MSH, BHS or FHS sets the delimiters
// for the following segments; its own fields 1 and 2, the delimiters, have no texts. Some systems
// write the escape character twice (^~\\&), which is read as once. A line that is not a segment
// continues the previous field, as in notes with bare line ends, and has that field's place. Text
// before the first header, or before a header or segment in its line, as in a log, has the place of
// the root and no coding. Segments may share a line if a spelled line end ("\r", "<CR>")
// divides them or, from their header on, a blank or sign takes its place (hl7_segments.h).
//
// kBadInput, at a byte of `hl7`, if there is no header or if a header's delimiters are not distinct
// ASCII punctuation.
Result<Hl7Texts> scan_hl7(std::string_view hl7, StopCheck& stop = StopCheck::never());

}  // namespace redact
