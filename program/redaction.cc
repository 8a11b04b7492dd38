// SPDX-License-Identifier: Apache-2.0
#include "program/redaction.h"

#include <unistd.h>

#include <array>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "program/batch/past.h"
#include "program/batch/report_file.h"
#include "program/batch/resume.h"
#include "program/batch/run_setup.h"
#include "program/complain.h"
#include "program/document_run.h"
#include "program/exit_code.h"
#include "program/freed_memory.h"
#include "program/pages/review_page.h"
#include "program/stop_signals.h"
#include "program/summary.h"

namespace redact {

namespace {

// The bytes that a window of the bundled model decides in an ordinary note, roughly.
constexpr size_t kWindowBytes = 1000;

// The windows of the run, if it is a single file; otherwise many.
size_t expected_windows(const Work& work) {
  if (!work.alone || work.inputs.size() != 1 || work.inputs[0].is_pipe) return SIZE_MAX;
  std::error_code unknown;
  const auto size = std::filesystem::file_size(work.inputs[0].path, unknown);
  return unknown ? SIZE_MAX : size / kWindowBytes;
}

Result<std::shared_ptr<const Configuration>> open_configuration(const Options& options) {
  Settings settings = options.settings;
  if (!options.key_file.empty()) {
    REDACT_ASSIGN(settings.key,
                  blame("--key-file", Secret::read(options.key_file, options.text_keys)));
  }
  // A large model takes a while to open, so mistakes in policy, lists and rules are told first.
  REDACT_ASSIGN(Configuration compiled, Configuration::compile(settings));
  REDACT_ASSIGN(auto model, blame("model", open_redaction_model(options.model)));
  REDACT_ASSIGN(auto configuration, std::move(compiled).with(std::move(model), settings.decoding));
  for (const Label label : configuration->idle_rules()) {
    complain("--rules: the rules for " + std::string(label_name(label)) +
             " have no effect, because the policy does not replace this label");
  }
  return configuration;
}

double now() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

RunFacts facts_of(const Options& options, std::string setup) {
  std::array<char, 256> host = {};
  ::gethostname(host.data(), host.size() - 1);
  const auto n_cores = static_cast<int>(std::thread::hardware_concurrency());
  return {std::move(setup), options.shard.text(), host.data(),
          options.model.n_threads > 0 ? options.model.n_threads : n_cores};
}

// The journal of a run; nullptr if there is none.
Result<std::unique_ptr<Journal>> open_journal(const Options& options) {
  std::unique_ptr<Journal> journal;
  std::error_code unknown;
  const bool exists = std::filesystem::exists(options.journal, unknown);
  if (options.journal.empty() || (options.dry_run && !exists)) return journal;
  // Another run may have made it since the options were checked.
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

// Opened before the journal: a mapping that cannot be gone on with must leave no journal.
Result<MappingFile> open_mapping(const Options& options, const Configuration& configuration) {
  if (options.mapping.empty() || options.dry_run) return MappingFile();
  return MappingFile::open(options.mapping, options.resume, *configuration.key);
}

// What a run opens, in this order, so that what it would fail at is told before a document is read.
struct Opened {
  std::shared_ptr<const Configuration> configuration;
  MappingFile mapping;
  std::unique_ptr<Journal> journal;  // nullptr: none
  std::string setup;                 // empty if nobody needs it
  ResumePlan plan;
};

Result<Opened> open_run(const Options& options, const Work& work) {
  Opened opened;
  REDACT_ASSIGN(opened.configuration, open_configuration(options));
  REDACT_ASSIGN(opened.mapping, open_mapping(options, *opened.configuration));
  REDACT_ASSIGN(opened.journal, open_journal(options));
  opened.plan.inputs = work.inputs;
  if (opened.journal == nullptr && options.report.empty()) return opened;
  std::optional<NamedKey> key;
  if (opened.journal != nullptr) key = {&opened.journal->key(), opened.journal->keys().first()};
  REDACT_ASSIGN(opened.setup, setup_of(options, *opened.configuration, key ? &*key : nullptr));
  if (opened.journal == nullptr) return opened;
  REDACT_ASSIGN(opened.plan,
                plan_resume(options, *opened.configuration, work, opened.setup, *opened.journal));
  return opened;
}

Output open_output(const Options& options, const Work& work, Opened& opened) {
  OutputFiles files(options.output, work.folder);
  for (const GrowingOutput& left : opened.plan.grown) files.go_on(left, opened.plan.done_bytes);
  Output output(std::move(files));
  output.set_mapping(std::move(opened.mapping));
  output.set_journal(opened.journal.get());
  return output;
}

// The work that is left of a batch, its documents and what is told of them.
class Batch {
 public:
  Batch(const Options& options, const Work& work, Opened opened)
      : options_(options), work_(work), opened_(std::move(opened)) {
    left_ = work;
    left_.inputs = std::exchange(opened_.plan.inputs, {});
    report_.leave_out(work.n_inputs - work.inputs.size());
  }

  Result<int> run() {
    Output output = open_output(options_, work_, opened_);
    REDACT_TRY(open_pages());
    REDACT_ASSIGN(DocumentLists lists,
                  DocumentLists::open(options_.withheld_list, options_.review_list));
    StopSignal stop;
    StopSignals signals([&stop] { stop.set(); });
    const RunFacts facts = facts_of(options_, opened_.setup);
    this_run_ = {facts.host, facts.n_threads, now(), std::nullopt, "done"};
    report_file_->begin(this_run_.started);
    REDACT_TRY(blame("--journal", begin(facts)));
    const Result<void> done = redact(output, lists, stop);
    this_run_.ended = now();
    if (signals.caught() != 0) this_run_.how = "stopped";
    if (!done.ok()) this_run_.how = "failed";
    const Result<void> ended = blame("--journal", end(lists));
    if (!done.ok() || !ended.ok()) {
      tell_summary(options_, work_, report_, 0, true);
      return done.ok() ? ended.error() : done.error();
    }
    REDACT_TRY(blame("output", lists.commit()));
    const Configuration& configuration = *opened_.configuration;
    if (page_) {
      REDACT_TRY(
          blame("--review", page_->finish(configuration.model->name(), configuration.policy)));
    }
    if (!options_.report.empty()) {
      REDACT_TRY(report_file_->write(report_.to_json(opened_.setup, runs_),
                                     configuration.model->name(), configuration.policy));
    }
    tell_summary(options_, work_, report_, signals.caught(), false);
    return signals.caught() != 0 ? kBySignal + signals.caught() : exit_code();
  }

 private:
  // Before any work too.
  Result<void> open_pages() {
    REDACT_ASSIGN(ReportFile report_file, ReportFile::open(options_));
    report_file_.emplace(std::move(report_file));
    if (options_.review.empty()) return {};
    REDACT_ASSIGN(ReviewPage page, blame("--review", ReviewPage::create(options_.review)));
    page_.emplace(std::move(page));
    return {};
  }

  Result<void> begin(const RunFacts& facts) {
    if (opened_.journal == nullptr) return {};
    REDACT_TRY(opened_.journal->begin(facts));
    const Inputs& inputs = left_.inputs;
    return opened_.journal->expect([&, i = size_t{0}]() mutable -> std::optional<std::string> {
      while (i < inputs.size()) {
        const Input input = inputs[i++];
        if (kind_of(input, options_) == InputKind::kText) return input.name;
      }
      return std::nullopt;
    });
  }

  Result<void> redact(Output& output, DocumentLists& lists, StopSignal& stop) {
    return_freed_memory();
    const auto& configuration = opened_.configuration;
    Journal* journal = opened_.journal.get();
    REDACT_ASSIGN(const auto redactor,
                  blame("model", Redactor::open(configuration->model, {options_.model.n_threads,
                                                                       expected_windows(left_)})));
    Progress progress(options_.progress, output.is_stream());
    const auto failed_record = [&](const Document& document) {
      return to_failed_record(context_of(options_, *configuration, document));
    };
    // The lists of a whole batch come from its journal.
    Results results(output, report_, progress, work_.n_inputs, failed_record,
                    journal == nullptr && lists.are_any() ? &lists : nullptr);
    if (page_) results.show_on(*page_);
    if (!options_.report.empty()) results.report_to(*report_file_);
    Suspects suspects(journal, opened_.plan, left_.inputs);
    DocumentRun run(options_, configuration, *redactor,
                    {output.seals(), lists.are_any() || ReportFile::is_page(options_), journal},
                    suspects, report_, stop);
    REDACT_TRY(blame("output", run.run(left_, output, results, opened_.plan.is_resumed)));
    const Settings& settings = options_.settings;
    const bool knows = settings.known.is_given() || settings.known_fhir.is_given();
    if (knows && !run.met_known() && !opened_.plan.is_resumed) {
      note(options_, "--known: none of its ids matches a document or its patient");
    }
    const size_t n_corrections = configuration->corrections.n_documents();
    if (run.n_corrected() < n_corrections && !opened_.plan.is_resumed) {
      note(options_, "--corrections: " + std::to_string(n_corrections - run.n_corrected()) +
                         " of its documents are not in this run");
    }
    return {};
  }

  // Ends the run in the journal, and takes the counts and the lists of the whole batch from it.
  Result<void> end(DocumentLists& lists) {
    runs_ = {this_run_};
    if (opened_.journal == nullptr) return {};
    REDACT_TRY(opened_.journal->end(this_run_.how));
    REDACT_ASSIGN(Past past, Past::open(opened_.journal->database()));
    REDACT_ASSIGN(const BatchTotals totals, past.totals());
    report_.set(totals);
    REDACT_ASSIGN(runs_, past.runs());
    REDACT_TRY(report_file_->take(past, runs_));
    return lists.add_all(past);
  }

  int exit_code() const {
    const bool withheld = report_.n_withheld() > 0;
    switch (options_.fail_on) {
      case Options::FailOn::kReview:
        if (withheld || report_.n_review() > 0) return kFailOn;
        break;
      case Options::FailOn::kWithheld:
        if (withheld) return kFailOn;
        break;
      case Options::FailOn::kNothing: break;
    }
    return withheld ? kWithheld : kAllDone;
  }

  const Options& options_;
  const Work& work_;
  Opened opened_;
  Work left_;  // of work_
  Report report_;
  std::optional<ReportFile> report_file_;
  std::optional<ReviewPage> page_;
  PastRun this_run_;
  std::vector<PastRun> runs_;
};

}  // namespace

Result<int> run_redaction(const Options& options, const Work& work) {
  REDACT_ASSIGN(Opened opened, open_run(options, work));
  if (options.dry_run) {
    tell_plan(options, work, opened.plan.inputs.size());
    return static_cast<int>(kAllDone);
  }
  return Batch(options, work, std::move(opened)).run();
}

}  // namespace redact
