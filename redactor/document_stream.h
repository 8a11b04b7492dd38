// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"
#include "redactor/rules/term_list.h"

namespace redact {

struct Redaction;

// A text to redact, and what is known about it from elsewhere.
struct Source {
  std::string_view text;
  std::string_view patient = {};    // whose it is, for what is drawn by patient; may be empty
  const TermList* known = nullptr;  // what is known of the people in it
};

// Where documents come from and their redactions go. All calls come from one thread.
class DocumentStream {
 public:
  virtual ~DocumentStream() = default;

  // The next document if one is at hand, else nullptr; never blocks. What it points to lives until
  // done() has it. The redactor asks for as many as it can use and no more (back-pressure).
  virtual const Source* next() = 0;

  // Blocks until next() has a document or there are no more; false at the end. Called only while
  // no document is being redacted, so that one that has been taken never waits for the next.
  virtual bool wait() = 0;

  // The redaction of a document, or why nothing of it may be written. In the order of next().
  // False stops the work: no more documents are asked for.
  virtual bool done(const Source& source, Result<Redaction> redaction) = 0;
};

}  // namespace redact
