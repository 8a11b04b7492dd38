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

// Writes the outcomes of the inputs, event by event in order, for redaction and for --restore:
// results, replacements for withheld documents, ends of inputs, and messages. After an error of the
// output or of an observer nothing more can be written.
class Results {
 public:
  // All references must outlive the object. `failed_record` makes the record that replaces that of
  // a withheld document, or an empty string for none. `is_resumed`: earlier runs may have written
  // results too.
  Results(Output& output, const Observers& observers, size_t n_inputs,
          std::function<std::string(const Document&)> failed_record, bool is_resumed = false)
      : output_(output),
        observers_(observers),
        n_inputs_(n_inputs),
        failed_record_(std::move(failed_record)),
        is_resumed_(is_resumed) {}

  Result<void> write(Outcome outcome);
  // Completes the files after all events.
  Result<void> finish();

 private:
  void count(const Outcome& outcome);
  // The bytes to write for a document, including those around it, or an error if there are none.
  Result<std::string> bytes_for(const Outcome& outcome) const;
  // The name of a document in messages: "document 2 of 3 line 7 ".
  std::string place_of(const Event& event) const;

  Output& output_;
  const Observers& observers_;
  size_t n_inputs_;
  std::function<std::string(const Document&)> failed_record_;
  bool is_resumed_;
  // Documents whose results are kept; those before the current input.
  size_t n_done_ = 0, n_done_at_input_ = 0;
  bool has_withheld_ = false;
};

}  // namespace redact
