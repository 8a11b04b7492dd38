// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "redactor/span/span.h"

namespace redact {

// A text and the spans of its identifiers, written as "Mrs {PATIENT:Nora Quill}, {AGE:47}": one
// spelling from which the answers to all tasks follow.
struct MarkedText {
  std::string text;
  std::vector<Span> spans;  // of bytes: sorted, disjoint, none empty
};

// kBadInput for braces that are no such mark and for unknown labels; names the line, of which the
// text's first is `first_line`.
Result<MarkedText> parse_marked_text(std::string_view marked, size_t first_line);

}  // namespace redact
