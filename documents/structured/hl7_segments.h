// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "base/result.h"
#include "documents/structured/segment.h"

namespace redact {

// Whether a name has the form of a segment's: a capital letter and two more or digits.
bool has_hl7_segment_form(std::string_view name);

// Whether HL7 v2 defines a segment of that name, in any version, or a site may (Z..).
bool is_hl7_segment(std::string_view name);

// Where a segment begins within a line that begins with another one: a name before a field
// separator, and behind a line end that a program has spelled ("\r", "<CR>") or, from the byte
// `blanks_from` on, behind blanks or one punctuation mark. There, the last word of a text may look
// the same. `begin` is the byte behind the text before; both are line.size() if there is none.
struct Hl7Cut {
  size_t begin, end;
};
Hl7Cut find_hl7_cut(std::string_view line, const Hl7Delimiters& delimiters, size_t blanks_from);

// The name of a segment in a line that begins with none: its first byte, or npos.
size_t find_hl7_segment(std::string_view line, const Hl7Delimiters& delimiters);

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
