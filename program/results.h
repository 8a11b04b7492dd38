// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>

#include "program/observer.h"
#include "program/outcome.h"
#include "program/output.h"

namespace redact {

// Writes what becomes of the inputs, event by event in their order, for redaction and for
// --restore: results, what stands for a withheld document, ends of inputs; with messages. After an
// error of the output or of an observer nothing more can be written.
class Results {
 public:
  // All references must outlive the object. `failed_record` makes the record that replaces that of
  // a withheld document; if it returns an empty string, none is written.
  Results(Output& output, const Observers& observers, size_t n_inputs,
          std::function<std::string(const Document&)> failed_record)
      : output_(output),
        observers_(observers),
        n_inputs_(n_inputs),
        failed_record_(std::move(failed_record)) {}

  Result<void> write(Outcome outcome);
  // Writes the rest when all events are written. `is_resumed`: earlier runs may have written
  // results too.
  Result<void> finish(bool is_resumed = false);

 private:
  void count(const Outcome& outcome);
  // The bytes that are written for a document, with those around them; an error: none.
  Result<std::string> bytes_for(const Outcome& outcome) const;
  // How messages name a document: "document 2 of 3 line 7 ".
  std::string place_of(const Event& event) const;

  Output& output_;
  const Observers& observers_;
  size_t n_inputs_;
  std::function<std::string(const Document&)> failed_record_;
  // Documents whose results are kept, those before the input being written among them.
  size_t n_done_ = 0, n_done_at_input_ = 0;
  bool has_withheld_ = false;
};

}  // namespace redact
