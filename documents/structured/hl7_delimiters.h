// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"
#include "documents/structured/segment.h"

namespace redact {

// The delimiters that a header (MSH, BHS or FHS, a whole segment) defines, and the beginning of its
// third field: header.size() if it has none. kBadInput, at a byte of `header`.
struct Hl7Header {
  Hl7Delimiters delimiters;
  size_t fields;  // the byte of the field separator before field 3
};
Result<Hl7Header> read_hl7_header(std::string_view header);

inline constexpr std::string_view kHl7Header = "MSH|^~\\&";  // with the usual delimiters

// The header of a message within a line that is no segment, as in a log with the time before each
// message: its first byte, or npos.
size_t find_hl7_header(std::string_view line);

}  // namespace redact
