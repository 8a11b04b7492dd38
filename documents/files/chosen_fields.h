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
  std::string name;            // of a field inside others: their names with dots between them
  std::optional<Label> label;  // it is hidden whole under this label; nullopt: it is a text
  size_t column = 0;           // of a table: which field of a row
};

// The fields of a row or of a JSON line that are redacted in their place. All others stay.
struct ChosenFields {
  char separator = '\0';  // of the table; NUL: it is a JSON line
  std::vector<ChosenField> fields;
  bool as_text = false;  // a text is plain text, whatever it holds
};

}  // namespace redact
