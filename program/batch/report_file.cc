// SPDX-License-Identifier: Apache-2.0
#include "program/batch/report_file.h"

#include <utility>

#include "program/batch/document_facts.h"
#include "program/batch/run_pages.h"
#include "program/pages/work_time.h"

namespace redact {

namespace {

// The most text on a page, so that a browser opens it at once.
constexpr size_t kMostTexts = 2000, kMostTextBytes = size_t{64} << 20;

}  // namespace

Result<void> ReportFile::open() {
  if (options_.report.empty()) return {};
  is_page_ = options_.report_is_page();
  const bool shows = needs_reading();
  scope_.names_review = shows || !options_.review_list.empty();
  scope_.names_withheld = shows || !options_.withheld_list.empty();
  if (shows) {
    REDACT_ASSIGN(ReviewPage review,
                  blame("--report", ReviewPage::create_in_report(options_.report)));
    review_.emplace(std::move(review));
    review_at_input_ = review_->place();
  } else {
    REDACT_ASSIGN(AtomicFile file, blame("--report", AtomicFile::create(options_.report)));
    file_.emplace(std::move(file));
  }
  return {};
}

void ReportFile::begin(const PastRun& run, std::string setup) {
  runs_ = {run};
  setup_ = std::move(setup);
}

bool ReportFile::needs_reading() const { return is_page_ && options_.detail == Detail::kText; }

Result<void> ReportFile::finished(const Outcome& outcome,
                                  std::optional<std::string_view> /*source*/,
                                  const Redaction* redaction, Kept& kept) const {
  if (!is_page_) return {};
  make_facts(kept, outcome, redaction, about_.policy, options_.detail);
  if (review_ && redaction != nullptr && redaction->needs_review()) {
    make_page(kept, outcome, *redaction, about_.policy);
  }
  return {};
}

Result<void> ReportFile::reported(const Outcome& outcome) {
  if (!is_page_) return {};
  REDACT_TRY(need_facts(outcome));
  if (outcome.undoes_input) REDACT_TRY(drop_input());
  if (outcome.kept != nullptr) REDACT_TRY(add(*outcome.kept->facts, page_of(outcome)));
  if (outcome.event.kind == Event::Kind::kInputEnd) end_input();
  return {};
}

Result<void> ReportFile::ended(const std::string& how) {
  runs_.front().ended = seconds_since_1970();
  runs_.front().how = how;
  if (about_.journal == nullptr) return {};
  REDACT_ASSIGN(Past past, blame("--journal", Past::open(about_.journal->database())));
  REDACT_ASSIGN(runs_, blame("--journal", past.runs()));
  return blame("--journal", take(past));
}

Result<void> ReportFile::add(const JournalEntry& entry, const PageDocument& text) {
  of_input_.add(entry, entry.finished - runs_.front().started);
  const bool needs_a_person = entry.needs_review || entry.state == DocumentState::kWithheld;
  if (!review_ || !needs_a_person) return {};
  const auto [n, size] = review_->place();
  if (n >= kMostTexts || size + text.content.size() > kMostTextBytes) return {};
  return blame("--report", review_->add(text));
}

void ReportFile::end_input() {
  overview_.add(std::exchange(of_input_, {}));
  if (review_) review_at_input_ = review_->place();
}

Result<void> ReportFile::drop_input() {
  of_input_ = {};
  return review_ ? blame("--report", review_->rewind(review_at_input_)) : Result<void>();
}

Result<void> ReportFile::take(Past& past) {
  if (!is_page_) return {};
  REDACT_ASSIGN(const auto last_finished, past.last_finished());
  const WorkTime time(runs_, last_finished);
  starts_ = time.starts();
  overview_ = {};
  return past.visit_all([&](const JournalEntry& entry, int64_t run) -> Result<void> {
    overview_.add(entry, time.at(run, entry.finished));
    return {};
  });
}

Result<void> ReportFile::appear() {
  if (options_.report.empty()) return {};
  const std::string json = about_.report.to_json(setup_, runs_);
  if (review_) {
    scope_.n_texts = review_->place().n_documents;
    return blame("--report", review_->finish(about_.model, about_.policy,
                                           report_body(overview_, json, scope_, starts_)));
  }
  std::string content = json;
  if (is_page_) {
    REDACT_ASSIGN(content, report_page(overview_, json, scope_, starts_));
  }
  REDACT_TRY(blame("--report", file_->write(content)));
  return blame("--report", file_->commit());
}

}  // namespace redact
