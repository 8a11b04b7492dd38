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

// The file of --report: JSON or, if its name ends in .html, a page, on which --include-text shows
// the documents that need a person. A page names the documents that --review-list and
// --withheld-list name. Without --report nothing is written. The documents of a whole batch come
// from its journal.
class ReportFile : public Observer {
 public:
  // What it tells beside the documents. All outlives the object.
  struct About {
    const Report& report;
    const Policy& policy;
    std::string model;
    Journal* journal;  // nullptr: none
  };
  ReportFile(const Options& options, About about) : options_(options), about_(std::move(about)) {}
  // Makes the file, before any work, so that a path that cannot be written fails at once.
  Result<void> open();
  // The run begins. `setup`: as Report::to_json() takes it.
  void begin(const PastRun& run, std::string setup);

  bool needs_reading() const override;
  Result<void> finished(const Outcome& outcome, std::optional<std::string_view> source,
                        const Redaction* redaction, Kept& kept) const override;
  Result<void> reported(const Outcome& outcome) override;
  Result<void> ended(const std::string& how) override;
  Result<void> appear() override;

 private:
  // `text`: for the review; may be empty if nobody needs to look at the document.
  Result<void> add(const JournalEntry& entry, const PageDocument& text);
  // What was added since the last end counts; or its results were removed.
  void end_input();
  Result<void> drop_input();
  // Takes all documents of the batch, in place of those that were added.
  Result<void> take(Past& past);

  const Options& options_;
  About about_;
  bool is_page_ = false;
  ReportScope scope_;
  std::optional<AtomicFile> file_;    // one of the two at most
  std::optional<ReviewPage> review_;  // a page with texts
  ReviewPage::Place review_at_input_ = {};
  std::string setup_;
  std::vector<PastRun> runs_;  // of the batch, or this run alone
  Overview overview_, of_input_;
  std::vector<double> starts_;  // of runs
};

}  // namespace redact
