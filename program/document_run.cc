// SPDX-License-Identifier: Apache-2.0
#include "program/document_run.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include "base/thrown_error.h"
#include "program/input_documents.h"
#include "redactor/records/explanation.h"
#include "redactor/records/formats.h"
#include "redactor/records/output_ranges.h"
#include "redactor/records/sealed_mapping.h"

namespace redact {

namespace {

// The memory share of an event that waits for its turn to be reported. The event takes less than 1
// KiB; the larger share limits the line to some 1,000 events, beyond which reading ahead gains
// nothing.
constexpr size_t kEventBytes = size_t{32} << 10;

// The longest time that the writer waits for a result before it checks whether to stop.
constexpr std::chrono::milliseconds kLookEvery(100);

OffsetUnit offsets_of(const Options& options) {
  return options.offsets.value_or(OffsetUnit::kCodePoints);
}

}  // namespace

StopFlag::StopFlag() : fd_(::eventfd(0, EFD_CLOEXEC)) {}

StopFlag::~StopFlag() { ::close(fd_); }

void StopFlag::set() {
  is_set_ = true;
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t n = ::write(fd_, &one, sizeof one);
}

RecordContext context_of(const Options& options, const Configuration& configuration,
                         const Document& document) {
  RecordContext context = record_context(configuration, document.record.id);
  context.detail = options.detail;
  context.kept = document.record.kept;
  context.offsets = offsets_of(options);
  return context;
}

Result<void> DocumentRun::run(const Work& work, Output& output, Results& results) {
  std::thread reader([&] { read(work); });
  Result<void> written = try_write(output, results);
  if (!written.ok() || thrown_) {
    stop_.set();
    line_.cancel_all();
  }
  while (!line_.is_over()) line_.pop(std::nullopt);
  reader.join();
  if (!thrown_) thrown_ = read_thrown_;
  if (thrown_) std::rethrow_exception(thrown_);
  return written.ok() ? read_ : written;
}

void DocumentRun::read(const Work& work) {
  try {
    read_ = try_read(work);
    if (!read_.ok()) stop_.set();
  } catch (...) {
    read_thrown_ = std::current_exception();
    stop_.set();
  }
  line_.end();
}

Result<void> DocumentRun::try_read(const Work& work) {
  InputDocuments documents(options_, work.inputs, work.lines, work.folder ? options_.output : "",
                           stop_.fd());
  while (!stop_.is_set()) {
    std::optional<Event> event = documents.next();
    if (!event) break;
    REDACT_TRY(begin(*std::move(event)));
  }
  is_unfinished_ = observers_.remember() && documents.is_unfinished();
  return {};
}

Result<void> DocumentRun::begin(Event event) {
  Permission permission;
  if (event.is_open()) {
    REDACT_ASSIGN(permission, observers_.began(event));
    if (permission.withheld) event.error = std::move(permission.withheld);
  }
  JobLine::Jobs jobs;
  Job* job = jobs.emplace_back(std::make_unique<Job>(Job{Outcome(std::move(event))})).get();
  std::promise<void> done;
  if (job->outcome.event.is_open()) {
    const bool alone = permission.alone;
    submit(*job, alone ? [&done] { done.set_value(); } : std::function<void()>());
    line_.push(std::move(jobs));
    if (alone) done.get_future().wait();
  } else {
    job->share = redactor_.hold(kEventBytes);
    job->is_ready = true;
    line_.push(std::move(jobs));
  }
  return {};
}

void DocumentRun::submit(Job& job, std::function<void()> when_done) {
  InputRecord& record = job.outcome.event.document.record;
  DocumentInput input{std::move(record.text)};
  input.format = job.outcome.event.format;
  input.chosen = job.outcome.event.document.chosen;
  input.id = record.id;
  input.beside = record.kept;
  input.patient = record.patient.empty() ? options_.patient : record.patient;
  input.known = configuration_->known.find(record.id, input.patient);
  met_known_ = met_known_ || !input.known.empty();
  input.corrections = configuration_->corrections.find(record.id);
  if (input.corrections != nullptr) ++n_corrected_;
  input.keeps_reading = observers_.need_reading();
  const auto begun = std::chrono::steady_clock::now();
  auto conclude = [this, &job, begun, told = std::move(when_done)](Ticket& done) {
    Outcome& outcome = job.outcome;
    try {
      outcome.took = std::chrono::steady_clock::now() - begun;
      finish(outcome, done);
    } catch (...) {  // without this, the document would stay open for ever
      outcome.text = thrown_error();
      outcome.kept.reset();
    }
    line_.set_ready(job);  // from here on the writer may destroy the job
    if (told) told();
  };
  job.ticket = std::make_shared<Ticket>(configuration_, std::move(input), std::move(conclude));
  redactor_.submit(job.ticket);
}

// Completes the outcome. If `kept` is missing afterwards, the error is one of this function, and
// observers learn nothing of the document.
void DocumentRun::finish(Outcome& outcome, const Ticket& ticket) const {
  const Event& event = outcome.event;
  const Redaction* redaction = ticket.result().ok() ? &*ticket.result() : nullptr;
  // A document that cannot be written in the requested form, or restored, is withheld.
  outcome.text = redaction != nullptr ? written(event, ticket.input().bytes(), *redaction)
                                      : Result<std::string>(ticket.result().error());
  if (outcome.text.ok() && !options_.mapping.empty()) {
    auto line = seal(event, ticket.input().bytes(), *redaction);
    if (line.ok()) {
      outcome.sealed = std::move(line).value();
    } else {
      outcome.text = line.error();
    }
  }
  if (!outcome.text.ok()) redaction = nullptr;
  auto kept = observers_.finished(outcome, ticket.input().bytes(), redaction);
  if (!kept.ok()) {
    outcome.text = kept.error();
    return;
  }
  outcome.kept = std::move(kept).value();
  const bool explains_itself = event.as_record && options_.format != OutputFormat::kPresidio;
  if (redaction != nullptr && !explains_itself) outcome.notes = notes_on(*redaction);
}

Result<std::string> DocumentRun::seal(const Event& event, std::string_view source,
                                      const Redaction& redaction) const {
  const Document& document = event.document;
  TextName name{document.record.id};
  if (event.is_of_table()) name = {document.record.id, event.input->result, document.number};
  REDACT_ASSIGN(const std::string line,
                seal_mapping(*configuration_->key, name, source, redaction));
  return line + "\n";
}

// The result of a document: a record, annotations or the redacted text.
Result<std::string> DocumentRun::written(const Event& event, std::string_view source,
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

std::vector<std::string> DocumentRun::notes_on(const Redaction& redaction) const {
  std::vector<std::string> lines;
  const OutputRanges ranges(redaction.edits);
  for (const Dropped& dropped : redaction.dropped) {
    const Span& span = dropped.span;
    std::string place;
    if (options_.detail >= Detail::kEvidence) {
      place = "bytes " + std::to_string(span.begin) + " to " + std::to_string(span.end) + ": ";
    } else if (ranges.are_hidden(span.begin, span.end)) {
      continue;
    } else if (!redaction.is_archive) {
      const ByteRange range = ranges.of(span.begin, span.end);
      place = "bytes " + std::to_string(range.begin) + " to " + std::to_string(range.end) +
              " of the result: ";
    }
    lines.push_back(place + to_line(dropped, configuration_->policy, options_.detail));
  }
  return lines;
}

Result<void> DocumentRun::try_write(Output& output, Results& results) try {
  return write(output, results);
} catch (...) {
  thrown_ = std::current_exception();
  return {};
}

Result<void> DocumentRun::write(Output& output, Results& results) {
  bool is_cancelled = false;
  while (!line_.is_over()) {
    const auto look = std::chrono::steady_clock::now() + kLookEvery;
    const std::unique_ptr<Job> job = line_.pop(std::min(output.due().value_or(look), look));
    if (stop_.is_set() && !std::exchange(is_cancelled, true)) line_.cancel_all();
    if (job != nullptr) {
      if (is_stopped_at(*job)) break;
      REDACT_TRY(write(*job, results));
    }
    REDACT_TRY(output.flush_if_due());
  }
  // An unfinished file must not appear as a complete one.
  return stop_.is_set() || is_unfinished_ ? output.flush() : results.finish();
}

Result<void> DocumentRun::write(Job& job, Results& results) {
  Outcome& outcome = job.outcome;
  if (job.ticket == nullptr && !outcome.text.ok()) {
    REDACT_ASSIGN(outcome.kept, observers_.finished(outcome, std::nullopt, nullptr));
  }
  return results.write(std::move(outcome));
}

// Whether the stop flag ended the work on a document, or the reading of an input.
bool DocumentRun::is_stopped_at(const Job& job) const {
  const Result<std::string>& text = job.outcome.text;
  return stop_.is_set() && !text.ok() && text.error().kind == ErrorKind::kCancelled;
}

}  // namespace redact
