// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "tools/eval/corpus.h"

namespace redact::eval {

// A text with a mark on each side of every span, as the study of expert models asks a model for it:
// "Dr. BEGINER_DOCTOR Ana Ruiz ENDNER". The space inside each mark belongs to the mark. BEGINNER_,
// which the study writes too, and elements (<DOCTOR>Ana Ruiz</DOCTOR>, whose label consists of
// capitals, digits, - and _) are read as well. Spans do not nest.

// Text and gold spans of a marked text. kBadInput for a mark that is not closed, or closes nothing.
Result<Document> parse_markup(std::string_view marked, const std::string& where);

// The text with marks around `annotations`, which are sorted; if some overlap, only around the
// first.
std::string to_markup(std::u32string_view text, const std::vector<Annotation>& annotations);

}  // namespace redact::eval
