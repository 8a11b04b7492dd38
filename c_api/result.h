// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "redact/redact.h"
#include "redactor/redaction.h"

// What redact_result is. Immutable once it is complete.
struct redact_result {
  redact::Redaction redaction{};
  int format = REDACT_FORMAT_TEXT;
  bool has_output = true;
  std::string mapping, record;  // their lines; empty if they were not asked for

  // The ranges of all findings, one after the other, and where those of each begin.
  std::vector<redact_range> ranges;
  std::vector<size_t> first_range;

  // Completes a result from its redaction.
  void index_ranges();
};
