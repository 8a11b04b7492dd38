// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "redactor/span/span.h"

namespace redact {

// A text and the spans of its identifiers, written as "Mrs {PATIENT:Nora Quill}, {AGE:47}". The
// answers to all tasks follow from this one spelling.
struct MarkedText {
  std::string text;
  std::vector<Span> spans;  // of bytes: sorted, disjoint, none empty
};

// kBadInput for braces that are not such a mark and for unknown labels; the error names the line,
// counted from `first_line` for the first line of `marked`.
Result<MarkedText> parse_marked_text(std::string_view marked, size_t first_line);

}  // namespace redact
