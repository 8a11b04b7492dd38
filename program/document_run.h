// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "program/job_line.h"
#include "program/results.h"
#include "program/work.h"
#include "redactor/records/record.h"
#include "redactor/redactor.h"

namespace redact {

// A descriptor with which one thread tells another to stop waiting for input.
class StopFlag {
 public:
  StopFlag();
  ~StopFlag();
  StopFlag(const StopFlag&) = delete;
  StopFlag& operator=(const StopFlag&) = delete;

  int fd() const { return fd_; }
  bool is_set() const { return is_set_; }
  void set();

 private:
  int fd_;
  std::atomic<bool> is_set_ = false;
};

// The contents of a document's record besides its redaction.
RecordContext context_of(const Options& options, const Configuration& configuration,
                         const Document& document);

// The documents of a run in work: one thread reads the inputs and submits their documents, the
// redactor's threads redact them and make their records, and the calling thread writes the results
// in order.
class DocumentRun {
 public:
  // All references outlive the run.
  DocumentRun(const Options& options, std::shared_ptr<const Configuration> configuration,
              Redactor& redactor, const Observers& observers, StopFlag& stop)
      : options_(options),
        configuration_(std::move(configuration)),
        redactor_(redactor),
        observers_(observers),
        stop_(stop) {}

  // Returns the error of the output or of an observer, if any.
  Result<void> run(const Work& work, Output& output, Results& results);

  bool met_known() const { return met_known_; }  // --known has a line for at least one document
  size_t n_corrected() const { return n_corrected_; }  // documents that --corrections names

 private:
  void read(const Work& work);
  Result<void> try_read(const Work& work);
  Result<void> begin(Event event);
  void submit(Job& job, std::function<void()> when_done);
  void finish(Outcome& outcome, const Ticket& ticket) const;
  Result<std::string> seal(const Event& event, std::string_view source,
                           const Redaction& redaction) const;
  Result<std::string> written(const Event& event, std::string_view source,
                              const Redaction& redaction) const;
  std::vector<std::string> notes_on(const Redaction& redaction) const;
  Result<void> try_write(Output& output, Results& results);
  Result<void> write(Output& output, Results& results);
  Result<void> write(Job& job, Results& results);
  bool is_stopped_at(const Job& job) const;

  const Options& options_;
  std::shared_ptr<const Configuration> configuration_;
  Redactor& redactor_;
  const Observers& observers_;
  StopFlag& stop_;  // when set, finished results are written, and no document is begun
  JobLine line_;
  std::atomic<bool> met_known_ = false;
  std::atomic<size_t> n_corrected_ = 0;
  bool is_unfinished_ = false;  // --limit ended the reading; an observer remembers the position
  Result<void> read_ = {};
  std::exception_ptr thrown_, read_thrown_;  // thrown by the writer and by the reader
};

}  // namespace redact
