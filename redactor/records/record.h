// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "redactor/request.h"

namespace redact {

// What a record holds besides the redaction itself.
struct RecordContext {
  std::string id;
  std::string_view model;
  std::string_view policy;
  bool surrogates;             // whether the policy writes surrogates; the record says so
  bool include_text;           // include the surface of each entity, which is the hidden text
  std::string_view kept = {};  // JSON object of fields of the input; empty: none
  int scheme = 0;              // kValueScheme if the policy writes drawn values
};

// One line of `--format jsonl`, without the line end (redactor/README.md lists its fields). JSON
// holds only Unicode: kBadInput if the source is not valid UTF-8.
Result<std::string> to_record(const RecordContext& context, std::string_view source,
                              const Redaction& redaction);

// The record of a withheld document: its id and status, none of its text.
std::string to_failed_record(const RecordContext& context);

}  // namespace redact
