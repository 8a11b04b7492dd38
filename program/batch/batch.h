// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "program/batch/document_lists.h"
#include "program/batch/journal_observer.h"
#include "program/batch/report.h"
#include "program/batch/report_file.h"
#include "program/batch/resume.h"
#include "program/batch/run_pages.h"
#include "program/batch/suspects.h"
#include "program/observer.h"
#include "program/work.h"
#include "redactor/configuration.h"

namespace redact {

// The batch of a run: its journal, if it has one, the remaining work, and all observers of the run.
class Batch {
 public:
  // Opens the journal and compares it with the inputs. All references outlive the object.
  static Result<std::unique_ptr<Batch>> open(const Options& options, const Work& work,
                                             const Configuration& configuration);

  const ResumePlan& plan() const { return plan_; }
  const Work& left() const { return left_; }  // the remaining work
  const Report& report() const { return *report_; }
  const Observers& observers() const { return observers_; }

  // Creates the files that observers write, before any work.
  Result<void> open_files();
  // Begins the run.
  Result<void> begin();

 private:
  Batch(const Options& options, const Configuration& configuration, Work left)
      : options_(options), configuration_(configuration), left_(std::move(left)) {}

  const Options& options_;
  const Configuration& configuration_;
  Work left_;
  std::unique_ptr<Journal> journal_;  // nullptr: none
  std::string setup_;                 // empty if no observer needs it
  ResumePlan plan_;
  std::optional<Suspects> suspects_;
  std::optional<JournalObserver> rows_;
  std::optional<Report> report_;
  std::optional<DocumentLists> lists_;
  std::optional<RunReview> review_;
  std::optional<ReportFile> report_file_;
  Observers observers_;
};

}  // namespace redact
