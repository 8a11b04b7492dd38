// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "redactor/configuration.h"
#include "redactor/records/detail.h"
#include "redactor/records/offsets.h"
#include "redactor/redaction.h"

namespace redact {

// The contents of a record besides the redaction itself.
struct RecordContext {
  std::string id;
  std::string model;  // the name; of several, their names joined by '+'
  std::string_view policy;
  bool surrogates;  // the policy writes surrogates; the record says so
  Detail detail = Detail::kRedacted;
  std::string_view kept = {};                    // JSON object of fields of the input; empty: none
  int scheme = 0;                                // kValueScheme if the policy writes drawn values
  OffsetUnit offsets = OffsetUnit::kCodePoints;  // of all offsets that do not say "byte"
  const Policy* tags = nullptr;           // the policy, if several of its labels may share a tag
  std::vector<std::string> finders = {};  // the names of the models, if there are several
};

// The context of a document that is redacted under a configuration, which outlives it.
RecordContext record_context(const Configuration& configuration, std::string id);

// One line of `--format jsonl`, without the line end (redactor/README.md lists its fields). JSON
// holds only Unicode: kUnsupported if the source is an archive, kBadInput if it is not valid UTF-8.
Result<std::string> to_record(const RecordContext& context, std::string_view source,
                              const Redaction& redaction);

// The record of a withheld document: its id and status, none of its text.
std::string to_failed_record(const RecordContext& context);

// Functions common to records in JSON: "ok" or "review"; a record with the kept fields under
// "fields".
std::string_view status_of(const Redaction& redaction);
std::string with_fields(std::string record, std::string_view kept);
// The score with three digits after the point.
double rounded_score(float score);

}  // namespace redact
