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
  bool surrogates;             // whether the policy writes surrogates: the reader must be told
  bool include_text;           // the surface of each entity: the very text that was hidden
  std::string_view kept = {};  // JSON object of fields of the input; empty: none
};

// One line of `--format jsonl`, without the line end (redactor/README.md lists its fields). JSON
// holds Unicode only: kBadInput when the source is not valid UTF-8.
Result<std::string> to_record(const RecordContext& context, std::string_view source,
                              const Redaction& redaction);

// The record of a document that was withheld: its id and status, nothing of its text.
std::string to_failed_record(const RecordContext& context);

}  // namespace redact
