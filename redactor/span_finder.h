// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"
#include "redactor/span.h"

namespace redact {

// Finds the spans of a document: a model behind the copy decoder, or a script in tests.
// Not safe for concurrent calls.
class SpanFinder {
 public:
  virtual ~SpanFinder() = default;

  // Decides every byte of `text`, any bytes of any length, or returns an error (P2, P3); never a
  // partial answer. Errors hold no document text.
  virtual Result<Findings> find(std::string_view text) = 0;

  // What finds, for reports: the model's name.
  virtual std::string_view name() const = 0;
};

}  // namespace redact
