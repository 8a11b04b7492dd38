// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <string>

#include "redactor/cli/document_source.h"
#include "redactor/cli/outlet.h"
#include "redactor/cli/progress.h"
#include "redactor/cli/report.h"

namespace redact {

// The result of processing a document.
struct Outcome {
  Result<std::string> text;  // the text to write in its place, or why it is withheld
  std::string sealed = {};   // its line of the mapping, with the line end
};

// The path of a document through the program, for redaction and for --restore:
//
//   inputs -> DocumentSource -> queue -> next()  ... work ...  done() -> Outlet -> files
//
// The queue holds the documents that are being processed and, in their order among these, all other
// events that have been read: lines that are not documents, texts that are withheld, ends of
// inputs. Results leave the queue in the order of the inputs. The caller of next() controls how
// long the queue becomes.
class Road {
 public:
  // All references must outlive the Road. `failed_record` makes the record that replaces that of a
  // withheld document; if it returns an empty string, none is written.
  Road(DocumentSource& source, Outlet& outlet, Report& report, Progress& progress, size_t n_inputs,
       std::function<std::string(const Document&)> failed_record)
      : source_(source),
        outlet_(outlet),
        report_(report),
        progress_(progress),
        n_inputs_(n_inputs),
        failed_record_(std::move(failed_record)),
        at_input_(report) {}

  // The next document to process, valid until done() is called for it; nullptr if none is available
  // yet.
  const Document* next();
  // Blocks until next() has a document; false if there are no more.
  bool wait();
  // The first document that next() has returned and for which done() has not been called. There
  // must be one.
  const Document& first() const { return queue_.front().document; }
  // Whether its result is a record.
  bool gives_record() const { return queue_.front().as_record; }
  // Writes the outcome of first(). False: the output failed, and nothing more can be written.
  bool done(Outcome outcome);

  // Writes the rest when all documents are done. Returns the error of the output, if any.
  Result<void> finish();

 private:
  static bool is_open(const SourceEvent& event);
  void enqueue(SourceEvent event);
  // Writes the events at the head of the queue that are not documents being processed.
  void settle();
  Result<void> settle(const SourceEvent& event);
  Result<void> write(const SourceEvent& event, Outcome outcome);
  Result<void> write_withheld(const SourceEvent& event, const Error& error);
  Result<void> end_input(const SourceEvent& event);
  void withhold(const SourceEvent& event, const Error& error);
  void keep(Result<void> written);

  DocumentSource& source_;
  Outlet& outlet_;
  Report& report_;
  Progress& progress_;
  size_t n_inputs_;
  std::function<std::string(const Document&)> failed_record_;
  std::optional<SourceEvent> ahead_;  // read by wait(), for next()
  std::deque<SourceEvent> queue_;
  Report at_input_;              // the report as it was when the input being written began
  std::optional<Error> broken_;  // of the output
};

}  // namespace redact
