// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "documents/formats/field_table.h"

namespace redact {

// A text that names the values below or beside it, such as "MRN", "Geburtsdatum" or "dateOfBirth".
struct Caption {
  const Field* field = nullptr;  // what it names; static; nullptr: the text is no caption
  // Every word is listed in columns.yaml, so that the caption itself names nobody. Of other
  // captions only the last words are: "Patient MRN", "Phone 1".
  bool is_listed = false;
};

// Reads a caption of a column or a cell, or the name of a field. Neither case, accents nor signs
// count, and a remark may follow: "Age (years)".
Caption read_caption(std::string_view text);

// Whether a text is the symbol of an element that laboratories measure. Some are names, too: Na.
bool is_symbol_of_element(std::string_view text);

// The words of a name without spaces: "date Of Birth" of "dateOfBirth", "phone 1" of "phone1".
std::string words_of_name(std::string_view name);

// Whether a value may be what a caption with this label names, and not a text about it: below
// "Mobile" a number may, "with a stick" may not.
bool may_be_value(Label label, std::string_view value);

// Whether a value, which may be a number, can be what its name says. A number is whole, unless it is
// an age or a coordinate, and a telephone number or postal code has at least four digits. Dates and
// ages may be written in words.
bool is_value_of(Label label, std::string_view value);

// Whether the label is that of names and words, whose values have no digits.
bool is_of_words(Label label);

}  // namespace redact
