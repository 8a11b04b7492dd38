// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "documents/formats/read_document.h"
#include "redactor/fields/field_values.h"

namespace redact {

// The edits of values outside the text, of dates in values that stay, and of removed parts. In the
// order of the parts.
Result<std::vector<DocumentText::PartEdit>> edits_of_values(const FormattedText& document,
                                                            FieldValues& values);

// A text and its replacement.
struct HiddenText {
  std::string_view text, replacement;
  Label label;
  bool is_guess;  // only a model found it
};
// The edits of numbers and codes that stay (kMeasure) but say the same as a hidden text: its
// replacement if that is a number or the value is a code, otherwise null, which fit() may turn into
// a mask. A code that only shares its digits with a date or a guess stays, and a number that
// repeats a guess becomes null.
std::vector<DocumentText::PartEdit> edits_of_numbers(const FormattedText& document,
                                                     const std::vector<HiddenText>& hidden);

// Changes edits so that each fits its place: if a place can hold only a date of FHIR, another value
// is masked. `edits` are in the order of the parts, before and after.
void fit(const FormattedText& document, std::vector<DocumentText::PartEdit>& edits);

}  // namespace redact
