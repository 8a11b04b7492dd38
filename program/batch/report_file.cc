// SPDX-License-Identifier: Apache-2.0
#include "program/batch/report_file.h"

#include <utility>

#include "program/pages/work_time.h"

namespace redact {

namespace {

// How much text a page shows, so that a browser opens it at once.
constexpr size_t kMostTexts = 2000, kMostTextBytes = size_t{64} << 20;

}  // namespace

bool ReportFile::is_page(const Options& options) {
  return options.report.ends_with(".html") || options.report.ends_with(".htm");
}

Result<ReportFile> ReportFile::open(const Options& options) {
  ReportFile report;
  if (options.report.empty()) return report;
  report.is_page_ = is_page(options);
  const bool shows = shows_texts(options);
  report.scope_.names_review = shows || !options.review_list.empty();
  report.scope_.names_withheld = shows || !options.withheld_list.empty();
  if (shows) {
    REDACT_ASSIGN(ReviewPage review, blame("output", ReviewPage::create_in_report(options.report)));
    report.review_.emplace(std::move(review));
    report.review_at_input_ = report.review_->place();
  } else {
    REDACT_ASSIGN(AtomicFile file, blame("output", AtomicFile::create(options.report)));
    report.file_.emplace(std::move(file));
  }
  return report;
}

Result<void> ReportFile::add(const JournalEntry& entry, const PageDocument& text) {
  if (!is_page_) return {};
  of_input_.add(entry, entry.finished - started_);
  const bool needs_a_person = entry.needs_review || entry.state == DocumentState::kWithheld;
  if (!review_ || !needs_a_person) return {};
  const auto [n, size] = review_->place();
  if (n >= kMostTexts || size + text.content.size() > kMostTextBytes) return {};
  return blame("output", review_->add(text));
}

void ReportFile::end_input() {
  if (!is_page_) return;
  overview_.add(std::exchange(of_input_, {}));
  if (review_) review_at_input_ = review_->place();
}

Result<void> ReportFile::drop_input() {
  of_input_ = {};
  return review_ ? blame("output", review_->rewind(review_at_input_)) : Result<void>();
}

Result<void> ReportFile::take(Past& past, const std::vector<PastRun>& runs) {
  if (!is_page_) return {};
  REDACT_ASSIGN(const auto last_finished, past.last_finished());
  const WorkTime time(runs, last_finished);
  starts_ = time.starts();
  overview_ = {};
  return past.visit_all([&](const JournalEntry& entry, int64_t run) -> Result<void> {
    overview_.add(entry, time.at(run, entry.finished));
    return {};
  });
}

Result<void> ReportFile::write(const std::string& json, std::string_view model,
                               const Policy& policy) {
  if (review_) {
    scope_.n_texts = review_->place().n_documents;
    return blame("output",
                 review_->finish(model, policy, report_body(overview_, json, scope_, starts_)));
  }
  if (!file_) return {};
  std::string content = json;
  if (is_page_) {
    REDACT_ASSIGN(content, report_page(overview_, json, scope_, starts_));
  }
  REDACT_TRY(blame("output", file_->write(content)));
  return blame("output", file_->commit());
}

}  // namespace redact
