// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/result.h"
#include "documents/formats/read_document.h"
#include "redactor/fields/field_values.h"
#include "redactor/span/span.h"

namespace redact {

// The edits of values that stay unless they repeat a name that the document hides:
// - a name that somebody chose within the file, such as a key of JSON (Use::kName), is renamed as a
//   whole if it holds a hidden name, or a hidden number of five characters or more. A date in it
//   moves with others, or else the whole is renamed;
// - in any other value that stays, such as a display, a name of a field is hidden where it stands
//   with a second word of it. A single word may be a word of the language or an eponym. A number
//   that a field gives to a person is hidden from six letters or digits on;
// - names of one place in the file (Holds::kAnchor) are renamed alike if one is renamed or holds
//   hidden text.
// `hidden`: the hidden spans, in bytes of the document's text; sorted and disjoint. The edits are
// in the order of the parts. Errors: kInternal if a draw fails.
Result<std::vector<DocumentText::PartEdit>> edits_of_repeats(const FormattedText& document,
                                                             const std::vector<Span>& hidden,
                                                             FieldValues& values);

}  // namespace redact
