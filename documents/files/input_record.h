// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "documents/files/chosen_fields.h"

namespace redact {

// The fields of a JSON line, or the columns of a table, that are read. A field of a JSON line may
// be nested: "note.text".
struct RecordFields {
  std::vector<std::string> texts = {"text"};
  std::vector<ChosenField> labelled = {};  // hidden whole, under a label
  bool as_text = false;                    // texts are plain text, whatever they contain
  std::string id = "id";
  std::string patient = {};  // empty: none
  // Fields of a JSON line that are copied unchanged into its record; with keep_all, all fields
  // except those that are redacted and the id.
  std::vector<std::string> kept = {};
  bool keep_all = false;

  // Whether a line or row is one document whose result is a line or row: it has more than one field
  // to redact.
  bool are_several() const { return texts.size() > 1 || !labelled.empty(); }
  // Whether a field of a line is redacted or contains a redacted one.
  bool is_redacted(const std::string& name) const;
  // All fields to redact, in the order in which they were named. `separator`: of a table; NUL: they
  // are fields of a JSON line.
  ChosenFields chosen(char separator) const;
};

// The contents of one JSON line or row of a table. Errors name the field, never the content.
//
// A line of a bulk export of FHIR, a resource without a text field, is a document as a whole. The
// id of a resource is its type and id ("Patient/7"); its patient is patient_of_resource().
struct InputRecord {
  std::string id;  // the line number if the line has no id
  std::string text;
  std::string patient = {};  // empty if it is null or not requested
  std::string kept = {};     // JSON object of the kept fields; empty: none
  bool has_id = true;        // the line has its own id
  bool is_resource = false;  // a line of a bulk export of FHIR
  bool is_line = false;      // the text is the whole line, and so is its result
};
Result<InputRecord> parse_record(const std::string& line, const RecordFields& fields,
                                 size_t line_number);

}  // namespace redact
