// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

#include "documents/structured/segment.h"

namespace redact {

// Whether HL7 v2 defines a segment of that name, in any version, or a site may (Z..).
bool is_hl7_segment(std::string_view name);

// Where a segment begins within a line that begins with another one: a name behind a line end that
// a program has spelled ("\r", "<CR>") or, from the byte `blanks_from` on, has replaced by blanks or
// a sign, and before a field separator. There, the last word of a text may look the same. `begin` is
// the byte behind the text before; both are line.size() if there is none.
struct Hl7Cut {
  size_t begin, end;
};
Hl7Cut find_hl7_cut(std::string_view line, const Hl7Delimiters& delimiters, size_t blanks_from);

// The name of a segment in a line that begins with none: its first byte, or npos.
size_t find_hl7_segment(std::string_view line, const Hl7Delimiters& delimiters);

}  // namespace redact
