// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_io.h"
#include "base/result.h"
#include "program/args.h"
#include "program/batch/journal.h"
#include "program/batch/past.h"
#include "program/batch/report.h"
#include "program/observer.h"
#include "program/pages/report_page.h"
#include "program/pages/review_page.h"

namespace redact {

// The file of --report: JSON or, if its name ends in .html, a page. With --include-text the page
// shows the documents that need a person; with --review-list and --withheld-list it names the
// documents in those lists. Without --report nothing is written. The documents of a whole batch
// come from its journal.
class ReportFile : public Observer {
 public:
  // Further contents of the report. All references outlive the object.
  struct About {
    const Report& report;
    const Policy& policy;
    std::string model;
    Journal* journal;  // nullptr: none
  };
  ReportFile(const Options& options, About about) : options_(options), about_(std::move(about)) {}
  // Creates the file before any work, so that an unwritable path fails at once.
  Result<void> open();
  // Begins the run. `setup` has the form that Report::to_json() takes.
  void begin(const PastRun& run, std::string setup);

  bool needs_reading() const override;
  Result<void> finished(const Outcome& outcome, std::optional<std::string_view> source,
                        const Redaction* redaction, Kept& kept) const override;
  Result<void> reported(const Outcome& outcome) override;
  Result<void> ended(const std::string& how) override;
  Result<void> appear() override;

 private:
  // `text` is for the review; it may be empty if the document needs no person.
  Result<void> add(const JournalEntry& entry, const PageDocument& text);
  // Ends an input: documents added since the last end count, or are dropped with their results.
  void end_input();
  Result<void> drop_input();
  // Replaces the documents added so far with all documents of the batch.
  Result<void> take(Past& past);

  const Options& options_;
  About about_;
  bool is_page_ = false;
  ReportScope scope_;
  std::optional<AtomicFile> file_;    // at most one of the two is set
  std::optional<ReviewPage> review_;  // a page with texts
  ReviewPage::Place review_at_input_ = {};
  std::string setup_;
  std::vector<PastRun> runs_;  // of the batch, or only this run
  Overview overview_, of_input_;
  std::vector<double> starts_;  // of the runs
};

}  // namespace redact
