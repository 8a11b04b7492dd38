// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"
#include "redactor/rules/term_list.h"

namespace redact {

struct Redaction;

// A text to redact, and what the caller knows about it.
struct Source {
  std::string_view text;
  std::string_view patient = {};    // the patient it belongs to, for values drawn per patient; may
                                    // be empty
  const TermList* known = nullptr;  // what is known about the people in it
};

// Supplies documents and takes their redactions. All calls come from one thread.
class DocumentStream {
 public:
  virtual ~DocumentStream() = default;

  // The next document if one is available, else nullptr; never blocks. The document must live until
  // done() is called for it. The redactor asks for only as many as it can use (back-pressure).
  virtual const Source* next() = 0;

  // Blocks until next() has a document or there are no more; false at the end. Called only while no
  // document is being redacted, so a document that has been taken never waits for the next one.
  virtual bool wait() = 0;

  // Receives the redaction of a document, or why none of it may be written, in the order of next().
  // Returning false stops the work: no more documents are requested.
  virtual bool done(const Source& source, Result<Redaction> redaction) = 0;
};

}  // namespace redact
