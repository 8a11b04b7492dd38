// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace redact::batch {

// The settings in the journal for reading inputs.
struct Reading {
  std::vector<std::string> text_fields;  // of JSON lines
  std::vector<std::string> columns;      // of tables; "*": all
  std::vector<std::string> labelled;     // columns or fields of --column-label
  std::string delimiter;                 // of tables; empty: found in the header
  std::string format;                    // --format; empty: the default
  bool as_text = false;
  std::string id, patient;        // fields or columns; an empty name: none
  std::vector<std::string> kept;  // fields of JSON lines; with keep_all, all but the redacted ones
  bool keep_all = false;

  // Whether a line or row has several redacted fields, so that its result is a line or row.
  bool are_several(const std::vector<std::string>& fields) const {
    return !labelled.empty() || fields.size() > 1 || (fields.size() == 1 && fields[0] == "*");
  }
  // A column that each table must have; empty if none is named.
  std::string named_column() const {
    if (!columns.empty()) return columns[0] == "*" ? "" : columns[0];
    return labelled.empty() ? "" : labelled[0];
  }
  bool are_records() const { return format == "jsonl" || format == "presidio"; }
};
Result<Reading> read_reading(const std::string& setup);

enum class UnitKind { kText, kLine, kRow, kMail };
UnitKind kind_of(const std::string& name, const Reading& reading);

// A text, line, row or mail of an input, read by separate code that shares nothing with the readers
// of the program.
struct Unit {
  size_t number = 0;               // as in the journal
  std::string text;                // that was redacted
  std::string_view before, after;  // bytes of the input that are copied around its result
  bool is_record = false;          // its result is a record that holds the redacted text
  bool is_resource = false;        // a line of FHIR; what its result depends on is all in its text
  std::string id = {}, patient = {}, kept = {};  // of a line, row or mail, as the digest has them
};

struct SourceUnits {
  std::vector<Unit> units;
  std::string_view rest;  // bytes of the input that are copied behind the last result
};

// The units of an input, whose name gives its kind. `bytes` must outlive the result. Lines without
// a readable text and rows that do not fit are units with an empty text.
SourceUnits units_of(const std::string& name, std::string_view bytes, const Reading& reading);

}  // namespace redact::batch
