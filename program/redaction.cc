// SPDX-License-Identifier: Apache-2.0
#include "program/redaction.h"

#include <unistd.h>

#include <filesystem>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "program/batch/batch.h"
#include "program/complain.h"
#include "program/document_run.h"
#include "program/exit_code.h"
#include "program/freed_memory.h"
#include "program/progress.h"
#include "program/stop_signals.h"
#include "program/summary.h"

namespace redact {

namespace {

// The approximate number of bytes in an ordinary note that a window of the bundled model decides.
constexpr size_t kWindowBytes = 1000;

// The windows of the run, if it is a single file; otherwise many.
size_t expected_windows(const Work& work) {
  if (!work.alone || work.inputs.size() != 1 || work.inputs[0].is_pipe) return SIZE_MAX;
  std::error_code unknown;
  const auto size = std::filesystem::file_size(work.inputs[0].path, unknown);
  return unknown ? SIZE_MAX : size / kWindowBytes;
}

// Ends the program where memory is lacking. RE2 leaves its objects broken if an allocation fails
// while it parses a pattern, so that their destructors would crash.
class EndsWithoutMemory {
 public:
  EndsWithoutMemory() : before_(std::set_new_handler(end)) {}
  ~EndsWithoutMemory() { std::set_new_handler(before_); }
  EndsWithoutMemory(const EndsWithoutMemory&) = delete;
  EndsWithoutMemory& operator=(const EndsWithoutMemory&) = delete;

 private:
  [[noreturn]] static void end() {
    constexpr std::string_view kMessage = "redact: out of memory\n";
    [[maybe_unused]] const auto n = write(STDERR_FILENO, kMessage.data(), kMessage.size());
    _exit(kFatal);
  }

  std::new_handler before_;
};

Result<Configuration> compile(const Settings& settings) {
  const EndsWithoutMemory guard;
  return Configuration::compile(settings);
}

Result<std::shared_ptr<const Configuration>> open_configuration(const Options& options) {
  Settings settings = options.settings;
  if (!options.key_file.empty()) {
    REDACT_ASSIGN(settings.key,
                  blame("--key-file", Secret::read(options.key_file, options.text_keys)));
  }
  // A large model takes a while to open, so errors in policy, lists and rules are reported first.
  REDACT_ASSIGN(Configuration compiled, compile(settings));
  for (const ChosenField& field : options.fields.labelled) {
    if (compiled.policy.treatment(*field.label) != nullptr) continue;
    return Error{ErrorKind::kBadInput, "--column-label",
                 "the policy leaves " + std::string(label_name(*field.label)) +
                     " in the text: name a label that it replaces, or another policy"};
  }
  REDACT_ASSIGN(Models models, blame("model", Models::open(options.model)));
  REDACT_ASSIGN(auto configuration, std::move(compiled).with(std::move(models), settings.decoding));
  for (const std::string& line : configuration->idle_settings()) complain(line);
  return configuration;
}

// Opened before the batch: if a mapping cannot be continued, nothing must be left behind.
Result<MappingFile> open_mapping(const Options& options, const Configuration& configuration) {
  if (options.mapping.empty() || options.dry_run) return MappingFile();
  return MappingFile::open(options.mapping, options.resume, *configuration.key);
}

OutputFiles open_files(const Options& options, const Work& work, const ResumePlan& plan) {
  OutputFiles files(options.output, work.folder, options.resume);
  for (const GrowingOutput& left : plan.grown) files.go_on(left, plan.done_bytes);
  return files;
}

// Reports arguments of the user that no document used.
void tell_unused(const Options& options, const Configuration& configuration,
                 const DocumentRun& run) {
  const Settings& settings = options.settings;
  const bool knows = settings.known.is_given() || settings.known_fhir.is_given();
  if (knows && !run.met_known()) {
    note(options, "--known: none of its ids matches a document or its patient");
  }
  const size_t n_corrections = configuration.corrections.n_documents();
  if (run.n_corrected() < n_corrections) {
    note(options, "--corrections: " + std::to_string(n_corrections - run.n_corrected()) +
                      " of its documents are not in this run");
  }
}

Result<void> redact(const Options& options, const Work& work,
                    const std::shared_ptr<const Configuration>& configuration, MappingFile mapping,
                    const Batch& batch, StopFlag& stop) {
  return_freed_memory();
  const Work& left = batch.left();
  REDACT_ASSIGN(const auto redactor,
                blame("model", Redactor::open(configuration->models,
                                              {options.model.n_threads, expected_windows(left)})));
  Observers observers = batch.observers();
  Output output(open_files(options, work, batch.plan()), std::move(mapping), observers);
  Progress progress(options.progress, output.is_stream(), batch.report());
  observers.add(progress);
  const auto failed_record = [&](const Document& document) {
    return to_failed_record(context_of(options, *configuration, document));
  };
  const bool is_resumed = batch.plan().is_resumed;
  Results results(output, observers, work.n_inputs, failed_record, is_resumed);
  DocumentRun run(options, configuration, *redactor, observers, stop);
  REDACT_TRY(blame("output", run.run(left, output, results)));
  if (!is_resumed) tell_unused(options, *configuration, run);
  return {};
}

int exit_code(const Options& options, const Report& report) {
  const bool withheld = report.n_withheld() > 0;
  switch (options.fail_on) {
    case Options::FailOn::kReview:
      if (withheld || report.n_review() > 0) return kFailOn;
      break;
    case Options::FailOn::kWithheld:
      if (withheld) return kFailOn;
      break;
    case Options::FailOn::kNothing: break;
  }
  return withheld ? kWithheld : kAllDone;
}

}  // namespace

// Opens everything before a document is read, in an order that reports likely failures first.
Result<int> run_redaction(const Options& options, const Work& work) {
  REDACT_ASSIGN(const auto configuration, open_configuration(options));
  REDACT_ASSIGN(MappingFile mapping, open_mapping(options, *configuration));
  REDACT_ASSIGN(const auto batch, Batch::open(options, work, *configuration));
  if (options.dry_run) {
    tell_plan(options, work, batch->left().inputs.size());
    return static_cast<int>(kAllDone);
  }
  if (const size_t n = batch->plan().n_gone; n > 0) {
    note(options, "--resume: " + std::to_string(n) + (n == 1 ? " input" : " inputs") +
                      " of the journal " + (n == 1 ? "is" : "are") +
                      " not in this run; results and counts keep them");
  }
  REDACT_TRY(batch->open_files());
  StopFlag stop;
  StopSignals signals([&stop] { stop.set(); });
  REDACT_TRY(batch->begin());
  const Result<void> done = redact(options, work, configuration, std::move(mapping), *batch, stop);
  const char* how = !done.ok() ? "failed" : signals.caught() != 0 ? "stopped" : "done";
  const Result<void> ended = batch->observers().ended(how);
  if (!done.ok() || !ended.ok()) {
    tell_summary(options, work, batch->report(), 0, true);
    return done.ok() ? ended.error() : done.error();
  }
  REDACT_TRY(batch->observers().appear());
  tell_summary(options, work, batch->report(), signals.caught(), false);
  return signals.caught() != 0 ? kBySignal + signals.caught() : exit_code(options, batch->report());
}

}  // namespace redact
