// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file_io.h"
#include "base/result.h"
#include "program/args.h"
#include "program/batch/past.h"
#include "program/pages/report_page.h"
#include "program/pages/review_page.h"

namespace redact {

// The file of --report: JSON or, if its name ends in .html, a page, on which --include-text shows
// the documents that need a person. A page names the documents that --review-list and
// --withheld-list name. Without --report nothing is written.
class ReportFile {
 public:
  // Opened before any work, so that a path that cannot be written fails at once.
  static Result<ReportFile> open(const Options& options);

  static bool is_page(const Options& options);
  static bool shows_texts(const Options& options) {
    return is_page(options) && options.detail == Detail::kText;
  }

  // The run begins: seconds since 1970.
  void begin(double started) { started_ = started; }
  // Of a document that is done or withheld. `text`: for the review; may be empty if nobody needs to
  // look at the document.
  Result<void> add(const JournalEntry& entry, const PageDocument& text);
  // What was added since the last call counts; or its results were removed.
  void end_input();
  Result<void> drop_input();
  // Takes all documents of a batch from its journal, in place of those that were added.
  Result<void> take(Past& past, const std::vector<PastRun>& runs);

  // `json`: Report::to_json().
  Result<void> write(const std::string& json, std::string_view model, const Policy& policy);

 private:
  bool is_page_ = false;
  ReportScope scope_;
  std::optional<AtomicFile> file_;    // one of the two at most
  std::optional<ReviewPage> review_;  // a page with texts
  ReviewPage::Place review_at_input_ = {};
  double started_ = 0;
  Overview overview_, of_input_;
  std::vector<double> starts_;  // of runs
};

}  // namespace redact
