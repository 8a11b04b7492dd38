// SPDX-License-Identifier: Apache-2.0
#include "program/document_run.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <chrono>
#include <future>
#include <thread>
#include <utility>

#include "program/document_facts.h"
#include "redactor/records/brat.h"
#include "redactor/records/explanation.h"
#include "redactor/records/i2b2.h"
#include "redactor/records/output_ranges.h"
#include "redactor/records/presidio.h"
#include "redactor/records/sealed_mapping.h"
#include "redactor/thrown_error.h"

namespace redact {

namespace {

// The share of an event that waits for its turn to be reported. It takes less than 1 KiB; the
// larger share keeps the line to some 1,000 events, beyond which reading ahead gains nothing.
constexpr size_t kEventBytes = size_t{32} << 10;

// How long the writer waits for a result before it looks whether the run is to stop.
constexpr std::chrono::milliseconds kLookEvery(100);

OffsetUnit offsets_of(const Options& options) {
  return options.offsets.value_or(OffsetUnit::kCodePoints);
}

}  // namespace

StopSignal::StopSignal() : fd_(::eventfd(0, EFD_CLOEXEC)) {}

StopSignal::~StopSignal() { ::close(fd_); }

void StopSignal::set() {
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

Result<void> DocumentRun::run(const Work& work, Output& output, Results& results, bool is_resumed) {
  std::thread reader([&] { read(work); });
  Result<void> written = try_write(output, results, is_resumed);
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
  InputDocuments documents(options_, work.inputs, work.lines, stop_.fd());
  while (!stop_.is_set()) {
    std::optional<InputEvent> event = documents.next();
    if (!event) break;
    REDACT_TRY(begin(*std::move(event)));
  }
  is_unfinished_ = keeps_.journal != nullptr && documents.is_unfinished();
  return {};
}

Result<void> DocumentRun::begin(InputEvent event) {
  auto verdict = Suspects::Verdict::kGo;
  if (event.is_open()) {
    REDACT_ASSIGN(verdict, blame("--journal", suspects_.judge(event)));
    if (verdict == Suspects::Verdict::kWithhold) event.error = broke_the_run();
  }
  JobLine::Jobs jobs;
  Job* job = jobs.emplace_back(std::make_unique<Job>(Job{std::move(event)})).get();
  std::promise<void> done;
  if (job->event.is_open()) {
    const bool alone = verdict == Suspects::Verdict::kGoAlone;
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
  InputRecord& record = job.event.document.record;
  DocumentInput input{std::move(record.text)};
  input.format = job.event.format;
  input.chosen = job.event.document.chosen;
  input.id = record.id;
  input.beside = record.kept;
  input.patient = record.patient.empty() ? options_.patient : record.patient;
  input.known = configuration_->known.find(record.id, input.patient);
  met_known_ = met_known_ || !input.known.empty();
  input.corrections = configuration_->corrections.find(record.id);
  if (input.corrections != nullptr) ++n_corrected_;
  input.keeps_reading = !options_.review.empty() || ReportFile::shows_texts(options_);
  const auto begun = std::chrono::steady_clock::now();
  auto conclude = [this, &job, begun, told = std::move(when_done)](Ticket& done) {
    try {
      job.outcome.emplace(outcome_of(job.event, done));
    } catch (...) {  // or nobody would hear of the document again
      job.outcome.emplace(Outcome{thrown_error()});
    }
    if (job.outcome->entry) {
      job.outcome->entry->seconds = in_tenths(std::chrono::steady_clock::now() - begun);
    }
    line_.set_ready(job);  // the writer may end the job now
    if (told) told();
  };
  job.ticket = std::make_shared<Ticket>(configuration_, std::move(input), std::move(conclude));
  redactor_.submit(job.ticket);
}

Outcome DocumentRun::outcome_of(const InputEvent& event, const Ticket& ticket) const {
  auto row = row_of(event, ticket);
  if (!row.ok()) return {row.error()};
  if (!ticket.result().ok()) return {ticket.result().error(), {}, {}, std::move(row).value()};
  const Redaction& redaction = *ticket.result();
  const Document& document = event.document;
  std::string sealed;
  if (keeps_.seals) {
    TextName name{document.record.id};
    if (event.is_of_table()) name = {document.record.id, event.input->result, document.number};
    auto line = seal_mapping(*configuration_->key, name, ticket.input().bytes(), redaction);
    if (!line.ok()) return {line.error()};
    sealed = std::move(line).value() + "\n";
  }
  const bool explains_itself = event.as_record && options_.format != OutputFormat::kPresidio;
  Result<std::string> text = written(event, ticket.input().bytes(), redaction);
  // A document that cannot be written in the form that was asked for is withheld.
  if (!text.ok() && *row) {
    std::optional<JournalEntry> failed = entry_of(event, text.error());
    failed->source = (*row)->source;
    failed->context = (*row)->context;
    *row = std::move(failed);
  }
  return {std::move(text), std::move(sealed),
          explains_itself ? std::vector<std::string>() : notes_on(redaction),
          std::move(row).value(),
          is_shown(redaction) ? page_document(document.record.id, redaction, configuration_->policy)
                              : PageDocument{}};
}

// On a page: that of --review shows all documents, that of --report those that need a person.
bool DocumentRun::is_shown(const Redaction& redaction) const {
  return redaction.reading && (!options_.review.empty() || redaction.needs_review());
}

// What the journal and the lists keep of a document.
Result<std::optional<JournalEntry>> DocumentRun::row_of(const InputEvent& event,
                                                        const Ticket& ticket) const {
  std::optional<JournalEntry> row;
  if (keeps_.journal == nullptr && !keeps_.lists) return row;
  row = ticket.result().ok()
            ? entry_of(event, *ticket.result(), configuration_->policy, options_.detail)
            : entry_of(event, ticket.result().error());
  if (keeps_.journal == nullptr) return row;
  REDACT_ASSIGN(const SourceDigests digests,
                digests_of(event.document, ticket.input().bytes(), keeps_.journal->key()));
  row->source = digests.source;
  row->context = digests.context;
  return row;
}

// What is written for a document: a record, annotations or the redacted text.
Result<std::string> DocumentRun::written(const InputEvent& event, std::string_view source,
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

Result<void> DocumentRun::try_write(Output& output, Results& results, bool is_resumed) try {
  return write(output, results, is_resumed);
} catch (...) {
  thrown_ = std::current_exception();
  return {};
}

Result<void> DocumentRun::write(Output& output, Results& results, bool is_resumed) {
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
  // What is not finished must not appear as a whole file.
  return stop_.is_set() || is_unfinished_ ? output.flush() : results.finish(is_resumed);
}

Result<void> DocumentRun::write(Job& job, Results& results) {
  if (!job.outcome) return results.write(job.event);
  // A journal or a list without a row of it would be taken for one of other documents.
  const bool needs_entry = keeps_.journal != nullptr || keeps_.lists;
  if (needs_entry && !job.outcome->entry) return job.outcome->text.error();
  if (job.outcome->text.ok()) {
    report_.add(*job.ticket->result(), configuration_->policy, options_.detail);
  }
  return results.write(job.event, *std::move(job.outcome));
}

// Whether the work on a document, or the reading of an input, was ended by stop().
bool DocumentRun::is_stopped_at(const Job& job) const {
  const auto is_it = [](const Error& error) { return error.kind == ErrorKind::kCancelled; };
  if (!stop_.is_set()) return false;
  if (job.outcome) return !job.outcome->text.ok() && is_it(job.outcome->text.error());
  return job.event.error && is_it(*job.event.error);
}

}  // namespace redact
