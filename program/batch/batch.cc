// SPDX-License-Identifier: Apache-2.0
#include "program/batch/batch.h"

#include <unistd.h>

#include <array>
#include <filesystem>
#include <thread>
#include <utility>

#include "program/batch/document_facts.h"
#include "program/batch/run_setup.h"
#include "program/complain.h"
#include "program/input_documents.h"

namespace redact {

namespace {

RunFacts facts_of(const Options& options, std::string setup) {
  std::array<char, 256> host = {};
  ::gethostname(host.data(), host.size() - 1);
  const auto n_cores = static_cast<int>(std::thread::hardware_concurrency());
  return {std::move(setup), options.shard.text(), host.data(),
          options.model.n_threads > 0 ? options.model.n_threads : n_cores};
}

// Returns nullptr if the run has no journal.
Result<std::unique_ptr<Journal>> open_journal(const Options& options) {
  std::unique_ptr<Journal> journal;
  std::error_code unknown;
  const bool exists = std::filesystem::exists(options.journal, unknown);
  if (options.journal.empty() || (options.dry_run && !exists)) return journal;
  // Another run may have made the journal since the options were checked.
  const bool may_exist = options.resume || options.dry_run;
  const JournalPlace place{options.journal, options.journal_key};
  REDACT_ASSIGN(journal,
                blame("--journal", may_exist ? Journal::open(place) : Journal::create(place)));
  if (!journal->has_macs()) {
    complain(
        "--journal: is of version 2, whose rows anybody who can write the file can change "
        "unnoticed; if others could write it, redact into a new journal");
  }
  return journal;
}

}  // namespace

Result<std::unique_ptr<Batch>> Batch::open(const Options& options, const Work& work,
                                           const Configuration& configuration) {
  std::unique_ptr<Batch> batch(new Batch(options, configuration, work));
  REDACT_ASSIGN(batch->journal_, open_journal(options));
  Journal* journal = batch->journal_.get();
  batch->report_.emplace(configuration.policy, options.detail, journal,
                         work.n_inputs - work.inputs.size());
  if (journal == nullptr && options.report.empty()) return batch;
  std::optional<NamedKey> key;
  if (journal != nullptr) key = {&journal->key(), journal->keys().first()};
  REDACT_ASSIGN(batch->setup_, setup_of(options, configuration, key ? &*key : nullptr));
  if (journal == nullptr) return batch;
  REDACT_ASSIGN(batch->plan_, plan_resume(options, configuration, work, batch->setup_, *journal));
  batch->left_.inputs = std::exchange(batch->plan_.inputs, {});
  return batch;
}

Result<void> Batch::open_files() {
  const Policy& policy = configuration_.policy;
  const std::string model = configuration_.models.name();
  report_file_.emplace(options_, ReportFile::About{*report_, policy, model, journal_.get()});
  REDACT_TRY(report_file_->open());
  if (!options_.review.empty()) {
    REDACT_ASSIGN(RunReview review, RunReview::open(options_.review, policy, model));
    review_.emplace(std::move(review));
  }
  lists_.emplace(policy, options_.detail, journal_.get());
  return lists_->open(options_.withheld_list, options_.review_list);
}

Result<void> Batch::begin() {
  const RunFacts facts = facts_of(options_, setup_);
  report_file_->begin({facts.host, facts.n_threads, seconds_since_1970(), std::nullopt, ""},
                      setup_);
  if (journal_ != nullptr) {
    REDACT_TRY(blame("--journal", journal_->begin(facts)));
    const auto next = [this, i = size_t{0}]() mutable -> std::optional<std::string> {
      while (i < left_.inputs.size()) {
        const Input input = left_.inputs[i++];
        if (kind_of(input, options_) == InputKind::kText) return input.name;
      }
      return std::nullopt;
    };
    REDACT_TRY(blame("--journal", journal_->expect(next)));
    observers_.add(suspects_.emplace(*journal_, plan_, left_.inputs));
    observers_.add(rows_.emplace(*journal_, configuration_.policy, options_.detail));
  }
  // The counts come first: the report takes them at the end. Files appear in this order.
  observers_.add(*report_);
  observers_.add(*lists_);
  if (review_) observers_.add(*review_);
  observers_.add(*report_file_);
  return {};
}

}  // namespace redact
