// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

#include "documents/label.h"
#include "redactor/records/detail.h"
#include "redactor/redaction.h"
#include "redactor/resolve.h"

namespace redact {

// Counts of redacted documents for a report.
struct RedactionCounts {
  size_t n_done = 0, n_review = 0, n_bytes = 0;
  size_t n_other_language = 0;  // in a language that the model does not know
  std::array<size_t, kLabelNames.size()> by_label = {};
  std::array<size_t, kPrecedence.size()> by_source = {};  // in the order of SpanSource

  void add(const Redaction& redaction, const Policy& policy, Detail detail);
  void add(const RedactionCounts& other);
};

}  // namespace redact
