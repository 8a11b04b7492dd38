// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/redaction.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <exception>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "redactor/cli/complain.h"
#include "redactor/cli/exit_code.h"
#include "redactor/cli/job_line.h"
#include "redactor/cli/results.h"
#include "redactor/records/brat.h"
#include "redactor/records/explanation.h"
#include "redactor/records/i2b2.h"
#include "redactor/records/presidio.h"
#include "redactor/records/record.h"
#include "redactor/records/sealed_mapping.h"
#include "redactor/redactor.h"

namespace redact {

namespace {

// The share of an event that waits for its turn to be reported. It takes less than 1 KiB; the
// larger share keeps the line to some 1,000 events, beyond which reading ahead gains nothing.
constexpr size_t kEventBytes = size_t{32} << 10;

// The bytes that a window of the bundled model decides in an ordinary note, roughly.
constexpr size_t kWindowBytes = 1000;

// A descriptor by which one thread tells another to stop waiting for input.
class StopSignal {
 public:
  StopSignal() : fd_(::eventfd(0, EFD_CLOEXEC)) {}
  ~StopSignal() { ::close(fd_); }
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  int fd() const { return fd_; }
  bool is_set() const { return is_set_; }
  void set() {
    is_set_ = true;
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t n = ::write(fd_, &one, sizeof one);
  }

 private:
  int fd_;
  std::atomic<bool> is_set_ = false;
};

OffsetUnit offsets_of(const Options& options) {
  return options.offsets.value_or(OffsetUnit::kCodePoints);
}

RecordContext context_of(const Options& options, const Configuration& configuration,
                         const Document& document) {
  RecordContext context = record_context(configuration, document.record.id);
  context.include_text = options.include_text;
  context.kept = document.record.kept;
  context.offsets = offsets_of(options);
  return context;
}

// A run: one thread reads the inputs and submits them as requests, the redactor's threads redact
// them and make their records, and the calling thread writes the results in order.
class Run {
 public:
  // All references must outlive it. `seals`: whether there is a mapping.
  Run(const Options& options, std::shared_ptr<const Configuration> configuration,
      Redactor& redactor, bool seals, Report& report)
      : options_(options),
        configuration_(std::move(configuration)),
        redactor_(redactor),
        seals_(seals),
        report_(report) {}

  // Returns the error of the output, if any.
  Result<void> run(const Work& work, Output& output, Results& results) {
    std::thread reader([&] { read(work); });
    Result<void> written = try_write(output, results);
    if (!written.ok() || thrown_) {
      stop_.set();
      line_.cancel_all();
      while (!line_.is_over()) line_.pop(std::nullopt);
    }
    reader.join();
    if (!thrown_) thrown_ = read_thrown_;
    if (thrown_) std::rethrow_exception(thrown_);
    return written;
  }

  bool met_known() const { return met_known_; }  // --known has an entry for at least one document

 private:
  void read(const Work& work) {
    try {
      InputDocuments documents(options_, work.inputs, work.lines, stop_.fd());
      while (!stop_.is_set()) {
        std::optional<InputEvent> event = documents.next();
        if (!event) break;
        auto job = std::make_unique<Job>(*std::move(event));
        if (job->event.is_open()) {
          submit(*job);
        } else {
          job->share = redactor_.hold(kEventBytes);
          job->is_ready = true;
        }
        line_.push(std::move(job));
      }
    } catch (...) {
      read_thrown_ = std::current_exception();
    }
    line_.end();
  }

  void submit(Job& job) {
    InputRecord& record = job.event.document.record;
    auto request = std::make_shared<Request>(configuration_, std::move(record.text));
    request->format = job.event.format;
    request->chosen = job.event.document.chosen;
    request->patient = record.patient.empty() ? options_.patient : record.patient;
    request->known = configuration_->known.find(record.id, request->patient);
    met_known_ = met_known_ || !request->known.empty();
    request->when_done = [this, &job](Request& done) {
      job.outcome.emplace(outcome_of(job.event, done));
      line_.set_ready(job);
    };
    job.request = request;
    redactor_.submit(std::move(request));
  }

  Outcome outcome_of(const InputEvent& event, Request& request) {
    if (!request.result().ok()) return {request.result().error()};
    Redaction& redaction = *request.result();
    const Document& document = event.document;
    std::string sealed;
    if (seals_) {
      auto line =
          seal_mapping(*configuration_->key, document.record.id, request.source(), redaction);
      if (!line.ok()) return {line.error()};
      sealed = std::move(line).value() + "\n";
    }
    const bool explains_itself = event.as_record && options_.format != OutputFormat::kPresidio;
    return {written(event, request.source(), redaction), std::move(sealed),
            explains_itself ? std::vector<std::string>() : notes_on(redaction)};
  }

  // What is written for a document: a record, annotations or the redacted text.
  Result<std::string> written(const InputEvent& event, std::string_view source,
                              const Redaction& redaction) const {
    if (event.as_record) {
      const RecordContext context = context_of(options_, *configuration_, event.document);
      return options_.format == OutputFormat::kPresidio ? to_presidio(context, source, redaction)
                                                        : to_record(context, source, redaction);
    }
    if (options_.format == OutputFormat::kBrat) {
      return to_brat(source, redaction, offsets_of(options_));
    }
    if (options_.format == OutputFormat::kI2b2) return to_i2b2(source, redaction);
    return redaction.output;
  }

  std::vector<std::string> notes_on(const Redaction& redaction) const {
    std::vector<std::string> lines;
    for (const Dropped& dropped : redaction.dropped) {
      lines.push_back(to_line(dropped, configuration_->policy));
    }
    return lines;
  }

  Result<void> try_write(Output& output, Results& results) try {
    return write(output, results);
  } catch (...) {
    thrown_ = std::current_exception();
    return {};
  }

  Result<void> write(Output& output, Results& results) {
    while (!line_.is_over()) {
      const std::unique_ptr<Job> job = line_.pop(output.due());
      if (job == nullptr) {
        REDACT_TRY(output.flush());
      } else if (!job->outcome) {
        REDACT_TRY(results.write(job->event));
      } else {
        if (job->outcome->text.ok()) report_.add(*job->request->result());
        REDACT_TRY(results.write(job->event, *std::move(job->outcome)));
      }
      REDACT_TRY(output.flush_if_due());
    }
    return results.finish();
  }

  const Options& options_;
  std::shared_ptr<const Configuration> configuration_;
  Redactor& redactor_;
  bool seals_;
  Report& report_;
  StopSignal stop_;
  JobLine line_;
  std::atomic<bool> met_known_ = false;
  std::exception_ptr thrown_, read_thrown_;  // by the writer and by the reader
};

// The file of --report, opened before any work so that a path that cannot be written fails at once.
Result<std::optional<AtomicFile>> open_report(const Options& options) {
  std::optional<AtomicFile> file;
  if (options.report.empty()) return file;
  REDACT_ASSIGN(AtomicFile created, blame("output", AtomicFile::create(options.report)));
  file.emplace(std::move(created));
  return file;
}

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
    REDACT_ASSIGN(settings.key, blame("--key-file", Secret::read(options.key_file)));
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

}  // namespace

Result<int> run_redaction(const Options& options, const Work& work) {
  REDACT_ASSIGN(const auto configuration, open_configuration(options));
  Output output(OutputFiles(options.output, work.folder));
  if (!options.mapping.empty()) {
    REDACT_ASSIGN(MappingFile mapping,
                  MappingFile::open(options.mapping, options.resume, *configuration->key));
    output.set_mapping(std::move(mapping));
  }
  REDACT_ASSIGN(std::optional<AtomicFile> report_file, open_report(options));
  REDACT_ASSIGN(const auto redactor,
                blame("model", Redactor::open(configuration->model,
                                              {options.model.n_threads, expected_windows(work)})));
  Report report;
  report.leave_out(work.n_inputs - work.inputs.size());
  {
    Progress progress(options.progress, output.is_stream());
    Results results(output, report, progress, work.n_inputs, [&](const Document& document) {
      return to_failed_record(context_of(options, *configuration, document));
    });
    Run run(options, configuration, *redactor, output.seals(), report);
    REDACT_TRY(blame("output", run.run(work, output, results)));
    const bool knows = options.settings.known.is_given() || options.settings.known_fhir.is_given();
    if (knows && !run.met_known()) {
      note(options, "--known: none of its ids matches a document or its patient");
    }
  }
  if (report_file) {
    const std::string json =
        report.to_json(configuration->model->name(), configuration->policy.name());
    REDACT_TRY(blame("output", report_file->write(json)));
    REDACT_TRY(blame("output", report_file->commit()));
  }
  return report.n_withheld() > 0 ? kWithheld : kAllDone;
}

}  // namespace redact
