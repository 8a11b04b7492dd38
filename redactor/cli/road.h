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

// What has become of a document.
struct Outcome {
  Result<std::string> text;  // what is written in its place, or why nothing of it may be
  std::string sealed = {};   // its line of the mapping, with the line end
};

// The road of a document through the program, for redaction and for --restore:
//
//   inputs -> DocumentSource -> queue -> next()  ... work ...  done() -> Outlet -> files
//
// The queue holds the documents that are being worked on, and between them, in their places, what
// else has been read: lines that are no documents, texts that are withheld, ends of inputs. Results
// leave it in the order of the inputs. It is as long as whoever calls next() makes it.
class Road {
 public:
  // All references outlive the road. `failed_record`: what stands in the place of a record whose
  // document is withheld; may be empty.
  Road(DocumentSource& source, Outlet& outlet, Report& report, Progress& progress, size_t n_inputs,
       std::function<std::string(const Document&)> failed_record)
      : source_(source),
        outlet_(outlet),
        report_(report),
        progress_(progress),
        n_inputs_(n_inputs),
        failed_record_(std::move(failed_record)),
        at_input_(report) {}

  // The next document to work on, valid until done() has it; nullptr where none is at hand.
  const Document* next();
  // Blocks until next() has one; false where there are no more.
  bool wait();
  // The first document that next() has given and done() has not had.
  // There must be one.
  const Document& first() const { return queue_.front().document; }
  // Whether its result is a record.
  bool gives_record() const { return queue_.front().as_record; }
  // Writes what has become of it. False: the output is broken, nothing more can be done.
  bool done(Outcome outcome);

  // Writes the rest when all is done. The error is the output's.
  Result<void> finish();

 private:
  static bool is_open(const SourceEvent& event);
  void enqueue(SourceEvent event);
  // Settles what stands at the head of the queue and is not being worked on.
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
  Report at_input_;              // the report when the input that is being written began
  std::optional<Error> broken_;  // of the output
};

}  // namespace redact
