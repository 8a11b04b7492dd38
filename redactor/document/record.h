// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/redactor.h"

namespace redact {

// What a record says beside the redaction itself.
struct RecordContext {
  std::string id;
  std::string_view model;
  std::string_view policy;
  bool surrogates;    // whether the policy writes surrogates: the reader must be told
  bool include_text;  // the surface of each entity: the very text that was hidden
};

// One line of `--format jsonl`, without the line end (redactor/README.md lists its fields). JSON
// holds Unicode only: kBadInput when the source is not valid UTF-8.
Result<std::string> to_record(const RecordContext& context, std::string_view source,
                              const Redaction& redaction);

// The record of a document that was withheld: its id and status, nothing of its text.
std::string to_failed_record(const RecordContext& context);

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
