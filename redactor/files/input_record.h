// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "base/result.h"

namespace redact {

// Which fields of a JSON line are read.
struct RecordFields {
  std::string text = "text";
  std::string id = "id";
  std::string patient;  // empty: none
};

// What one JSON line holds. Errors name the field, never the content.
struct InputRecord {
  std::string id;  // the line's number where it has none
  std::string text;
  std::string patient;  // empty where it is null, or none is asked for
};
Result<InputRecord> parse_record(const std::string& line, const RecordFields& fields,
                                 size_t line_number);

}  // namespace redact
