// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/redaction.h"

#include <deque>
#include <optional>
#include <string>
#include <utility>

#include "redactor/cli/complain.h"
#include "redactor/cli/exit_code.h"
#include "redactor/cli/open_tools.h"
#include "redactor/cli/road.h"
#include "redactor/document_stream.h"
#include "redactor/records/record.h"
#include "redactor/records/sealed_mapping.h"

namespace redact {

namespace {

RecordContext context_of(const Options& options, const Tools& tools, const Document& document) {
  const Policy& policy = tools.redactor->policy();
  return {document.record.id,   tools.redactor->finder().name(),
          policy.name(),        policy.uses(Operator::kSurrogate),
          options.include_text, document.record.kept};
}

// Adapts a Road to the redactor: passes on its documents, and returns the redactions as texts or
// records, each with its line of the mapping.
class RedactionStream : public DocumentStream {
 public:
  // All references must outlive it. `seals`: whether there is a mapping.
  RedactionStream(const Options& options, const Tools& tools, bool seals, Report& report,
                  Road& road)
      : options_(options), tools_(tools), seals_(seals), report_(report), road_(road) {}

  const Source* next() override {
    const Document* document = road_.next();
    if (document == nullptr) return nullptr;
    const InputRecord& record = document->record;
    const std::string& patient = record.patient.empty() ? options_.patient : record.patient;
    sources_.push_back({record.text, patient, tools_.known.of(record.id)});
    met_known_ = met_known_ || sources_.back().known != nullptr;
    return &sources_.back();
  }

  bool wait() override { return road_.wait(); }

  bool done(const Source&, Result<Redaction> redaction) override {
    sources_.pop_front();
    return road_.done(outcome_of(road_.first(), std::move(redaction)));
  }

  bool met_known() const { return met_known_; }  // --known has an entry for at least one document

 private:
  Outcome outcome_of(const Document& document, Result<Redaction> redacted) {
    if (!redacted.ok()) return {redacted.error()};
    Redaction& redaction = *redacted;
    std::string sealed;
    if (seals_) {
      auto line = seal_mapping(*tools_.key, document.record.id, document.record.text, redaction);
      if (!line.ok()) return {line.error()};
      sealed = std::move(line).value() + "\n";
    }
    if (!road_.gives_record()) {
      report_.add(redaction);
      return {std::move(redaction.output), std::move(sealed)};
    }
    auto record =
        to_record(context_of(options_, tools_, document), document.record.text, redaction);
    if (!record.ok()) return {record.error()};
    report_.add(redaction);
    return {std::move(record), std::move(sealed)};
  }

  const Options& options_;
  const Tools& tools_;
  bool seals_;
  Report& report_;
  Road& road_;
  std::deque<Source> sources_;  // the sources that the redactor is working on
  bool met_known_ = false;
};

Error of_output(const Error& error) { return {error.kind, "output", error.message()}; }

// The file of --report, opened before any work so that a path that cannot be written fails at once.
Result<std::optional<AtomicFile>> open_report(const Options& options) {
  std::optional<AtomicFile> file;
  if (options.report.empty()) return file;
  auto created = AtomicFile::create(options.report);
  if (!created.ok()) return of_output(created.error());
  file.emplace(std::move(created).value());
  return file;
}

}  // namespace

Result<int> run_redaction(const Options& options, const Work& work) {
  REDACT_ASSIGN(const Tools tools, open_tools(options));
  Outlet outlet(Sink(options.output, work.folder));
  if (!options.mapping.empty()) {
    REDACT_ASSIGN(MappingFile mapping,
                  MappingFile::open(options.mapping, options.resume, *tools.key));
    outlet.set_mapping(std::move(mapping));
  }
  REDACT_ASSIGN(std::optional<AtomicFile> report_file, open_report(options));

  Report report;
  report.leave_out(work.n_inputs - work.inputs.size());
  {
    Progress progress(options.progress, outlet.is_stream());
    DocumentSource source(options, work.inputs, work.lines);
    Road road(source, outlet, report, progress, work.n_inputs, [&](const Document& document) {
      return to_failed_record(context_of(options, tools, document));
    });
    RedactionStream documents(options, tools, outlet.seals(), report, road);
    tools.redactor->redact(documents);
    if (const auto written = road.finish(); !written.ok()) return of_output(written.error());
    if (!options.known.empty() && !documents.met_known()) {
      note(options, "--known: no id in it is a document's");
    }
  }
  if (report_file) {
    const std::string json =
        report.to_json(tools.redactor->finder().name(), tools.redactor->policy().name());
    if (const auto done = report_file->write(json); !done.ok()) return of_output(done.error());
    if (const auto done = report_file->commit(); !done.ok()) return of_output(done.error());
  }
  return report.n_withheld() > 0 ? kWithheld : kAllDone;
}

}  // namespace redact
