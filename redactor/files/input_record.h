// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"

namespace redact {

// Which fields of a JSON line, or columns of a table, are read.
struct RecordFields {
  std::string text = "text";
  std::string id = "id";
  std::string patient = {};  // empty: none
  // Fields of a JSON line that are copied unchanged into its record; with keep_all, all fields
  // except text and id.
  std::vector<std::string> kept = {};
  bool keep_all = false;
  // A line without a text that is a resource of FHIR, as in a bulk export, is a document as a whole.
  bool resources = true;
};

// What one JSON line or row of a table holds. Errors name the field, never the content.
//
// The id of a resource is its type and id ("Patient/7"); its patient is itself or, in this form, the
// one that it refers to.
struct InputRecord {
  std::string id;  // the line number if the line has no id
  std::string text;
  std::string patient = {};  // empty if it is null or not asked for
  std::string kept = {};     // JSON object of the kept fields; empty: none
  bool has_id = true;        // the line has its own id
  bool is_resource = false;  // the text is the whole line, and its result is a line
};
Result<InputRecord> parse_record(const std::string& line, const RecordFields& fields,
                                 size_t line_number);

}  // namespace redact
