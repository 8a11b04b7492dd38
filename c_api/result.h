// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "redact/redact.h"
#include "redactor/redaction.h"

// The contents of a redact_result. Immutable once complete.
struct redact_result {
  redact::Redaction redaction{};
  int format = REDACT_FORMAT_TEXT;
  bool has_output = true;
  std::string mapping, record;  // their lines; empty if they were not asked for

  // The ranges of all findings, one after the other, and the beginning of each finding's ranges.
  std::vector<redact_range> ranges;
  std::vector<size_t> first_range;

  // Completes a result from its redaction.
  void index_ranges();
};
