// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "documents/label.h"

namespace redact {

// A field that is redacted: a column of a table, or a field of a JSON line.
struct ChosenField {
  std::string name;  // of a nested field: the names on the way to it, with dots between them
  std::optional<Label> label;  // the whole field is hidden under this label; nullopt: it is a text
  size_t column = 0;           // of a table: the index of the field in a row
};

// The fields of a row or of a JSON line that are redacted in place. All others stay.
struct ChosenFields {
  char separator = '\0';  // of the table; NUL: it is a JSON line
  std::vector<ChosenField> fields;
  bool as_text = false;  // texts are plain text, whatever they contain
};

}  // namespace redact
