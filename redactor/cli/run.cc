// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/run.h"

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include "redactor/cli/clashes.h"
#include "redactor/cli/complain.h"
#include "redactor/cli/exit_code.h"
#include "redactor/cli/inputs.h"
#include "redactor/cli/mapping_file.h"
#include "redactor/cli/misuse.h"
#include "redactor/cli/progress.h"
#include "redactor/cli/report.h"
#include "redactor/cli/restore.h"
#include "redactor/cli/sink.h"
#include "redactor/files/file_io.h"
#include "redactor/files/table.h"
#include "redactor/records/record.h"
#include "redactor/records/sealed_mapping.h"
#include "redactor/rules/known_people.h"
#include "redactor/settings.h"

namespace redact {

namespace {

namespace fs = std::filesystem;

// Documents redacted together: enough to keep the device busy, few enough to hold in memory.
constexpr size_t kBatchDocuments = 64;
constexpr size_t kBatchBytes = 1 << 20;

// What a run works with, all of it open.
struct Tools {
  std::unique_ptr<Redactor> redactor;
  KnownPeople known;
  std::optional<Secret> key;
};

class Run {
 public:
  // `lines`: which lines of a file of them; `n_inputs`: of the whole run, of which `n_pending` are
  // left to do.
  Run(const Options& options, Tools tools, bool folder, size_t n_inputs, size_t n_pending,
      Shard lines)
      : options_(options),
        tools_(std::move(tools)),
        sink_(options.output, folder),
        n_inputs_(n_inputs),
        line_shard_(lines),
        progress_(n_pending) {
    report_.leave_out(n_inputs - n_pending);
  }

  int run(const std::vector<Input>& inputs) {
    if (const auto opened = open_files(); !opened.ok()) return fail(opened.error());
    for (const Input& input : inputs) {
      number_ = input.number;
      const Result<void> done = is_table(input)                        ? do_table(input)
                                : input.is_jsonl(options_.jsonl_stdin) ? do_lines(input)
                                                                       : do_text(input);
      if (!done.ok()) return fail(done.error());
    }
    if (const auto done = flush(); !done.ok()) return fail(done.error());
    if (report_.n_done() > 0 || report_.n_withheld() == 0) {
      if (const auto done = sink_.finish(); !done.ok()) return fail(done.error());
    }
    if (!options_.known.empty() && !met_known_) complain("--known: no id in it is a document's");
    if (const auto done = write_report(); !done.ok()) return fail(done.error());
    return report_.n_withheld() > 0 ? kWithheld : kAllDone;
  }

 private:
  // What a document is of its file. The results of lines and fields are written together.
  enum class Kind { kFile, kLine, kField };

  // A document that waits for its batch.
  struct Job {
    std::string where;  // for messages
    std::string name;   // of its file
    InputRecord record;
    Kind kind;
    std::string before = {};  // of a field: the bytes of its table since the field before
    char separator = '\0';
    bool quoted = false;
  };

  int fail(const Error& error) {
    complain("output: " + error.message());
    return kFatal;
  }

  bool records(Kind kind) const {
    return options_.format ? *options_.format == OutputFormat::kJsonl : kind == Kind::kLine;
  }
  bool is_table(const Input& input) const {
    return !options_.text_column.empty() && !input.separators().empty();
  }

  void withhold(const std::string& where, const Error& error) {
    report_.withhold();
    complain(where + "withheld: " + error.message());
  }
  // A file of which nothing is written.
  Result<void> withhold_file(const Error& error) {
    withhold(document_number(), error);
    progress_.advance();
    return {};
  }
  std::string document_number() const {
    if (n_inputs_ == 1) return "document ";
    return "document " + std::to_string(number_) + " of " + std::to_string(n_inputs_) + " ";
  }

  // Errors are the output's; a document that fails is withheld and the run goes on.
  Result<void> do_text(const Input& input) {
    auto text = input.read_text();
    if (!text.ok()) return withhold_file(text.error());
    return add({document_number(), input.name, {input.name, *std::move(text), {}}, Kind::kFile});
  }

  Result<void> do_lines(const Input& input) {
    REDACT_TRY(flush());  // what waits belongs to other files
    auto content = input.read();
    if (!content.ok()) return withhold_file(content.error());
    bool has_lines = false;  // of this shard
    REDACT_TRY(for_each_line(*content, [&](const std::string& line, size_t number) -> Result<void> {
      if (!line_shard_.takes(number - 1)) return {};
      has_lines = true;
      auto record = parse_record(line, options_.fields, number);
      if (!record.ok()) {
        withhold(document_number(), record.error());
        return {};
      }
      return add({document_number() + "line " + std::to_string(number) + " ", input.name,
                  *std::move(record), Kind::kLine});
    }));
    REDACT_TRY(flush());
    progress_.advance();
    if (!has_lines) return sink_.put(input.name, {});  // what of no lines comes is a file of none
    return put_lines(input.name);
  }

  // The texts of one column; with --format jsonl a record each, else the table with other texts.
  Result<void> do_table(const Input& input) {
    REDACT_TRY(flush());
    RecordFields columns = options_.fields;
    columns.text = options_.text_column;
    auto content = input.read_text();
    if (!content.ok()) return withhold_file(content.error());
    auto table = read_table(*content, input.separators(), columns, options_.needs_id);
    if (!table.ok()) return withhold_file(table.error());
    const Kind kind = records(Kind::kField) ? Kind::kLine : Kind::kField;
    size_t at = 0, number = 0;
    for (TableRow& row : table->rows) {
      Job job{document_number() + "row " + std::to_string(++number) + " ", input.name,
              std::move(row.record), kind};
      if (kind == Kind::kField) {
        job.before = content->substr(at, row.begin - at);
        job.separator = table->separator;
        job.quoted = (*content)[row.begin] == '"';
      }
      at = row.end;
      REDACT_TRY(add(std::move(job)));
    }
    REDACT_TRY(flush());
    progress_.advance();
    if (kind == Kind::kField) lines_ += content->substr(at);
    if (table->rows.empty()) return sink_.put(input.name, std::exchange(lines_, {}));
    return put_lines(input.name);
  }

  // The results of lines so far.
  Result<void> put_lines(const std::string& name) {
    const std::string out = std::exchange(lines_, {});
    return out.empty() ? Result<void>() : sink_.put(name, out);
  }

  Result<void> add(Job job) {
    if (job.record.patient.empty()) job.record.patient = options_.patient;
    n_bytes_ += job.record.text.size();
    jobs_.push_back(std::move(job));
    return jobs_.size() < kBatchDocuments && n_bytes_ < kBatchBytes ? Result<void>() : flush();
  }

  // Redacts what waits and hands the results on in their order.
  Result<void> flush() {
    std::vector<Source> sources;
    for (const Job& job : jobs_) {
      sources.push_back({job.record.text, job.record.patient, tools_.known.of(job.record.id)});
      met_known_ = met_known_ || sources.back().known != nullptr;
    }
    std::string sealed;
    std::vector<Result<std::string>> results;
    for (size_t i = 0; Result<Redaction> & redaction : tools_.redactor->redact_all(sources)) {
      results.push_back(format(jobs_[i++], std::move(redaction), sealed));
    }
    if (mapping_.is_open()) REDACT_TRY(mapping_.append(sealed));  // no text without its mapping
    for (size_t i = 0; i < jobs_.size(); ++i) REDACT_TRY(emit(jobs_[i], std::move(results[i])));
    jobs_.clear();
    n_bytes_ = 0;
    // A stream takes them as they come; files of a folder appear whole.
    return sink_.is_folder() ? Result<void>() : put_lines({});
  }

  Result<void> emit(const Job& job, Result<std::string> out) {
    if (job.kind == Kind::kFile) progress_.advance();
    lines_ += job.before;
    if (!out.ok()) {  // of a field nothing is left
      withhold(job.where, out.error());
      if (job.kind == Kind::kLine) lines_ += to_failed_record(context(job.record.id)) + "\n";
      return {};
    }
    if (job.kind == Kind::kFile) return sink_.put(job.name, *out);
    lines_ += job.kind == Kind::kField ? to_field(*out, job.separator, job.quoted) : *out;
    return {};
  }

  RecordContext context(const std::string& id) const {
    return {id, tools_.redactor->finder().name(), tools_.redactor->policy().name(),
            tools_.redactor->policy().uses(Operator::kSurrogate), options_.include_text};
  }

  // What is written of a document; the line that restores it goes behind `sealed`.
  Result<std::string> format(const Job& job, Result<Redaction> redacted, std::string& sealed) {
    REDACT_ASSIGN(Redaction redaction, std::move(redacted));
    std::string record, line;
    if (mapping_.is_open()) {
      REDACT_ASSIGN(line, seal_mapping(*tools_.key, job.record.id, job.record.text, redaction));
      line += "\n";
    }
    if (job.kind != Kind::kField && records(job.kind)) {
      REDACT_ASSIGN(record, to_record(context(job.record.id), job.record.text, redaction));
      record += "\n";
    }
    sealed += line;
    report_.add(redaction);
    return record.empty() ? std::move(redaction.output) : record;
  }

  // Before any work, so that a path that can't be written is no surprise in the morning.
  Result<void> open_files() {
    if (!options_.mapping.empty()) {
      REDACT_ASSIGN(mapping_, MappingFile::open(options_.mapping, options_.resume));
    }
    if (options_.report.empty()) return {};
    REDACT_ASSIGN(AtomicFile file, AtomicFile::create(options_.report));
    report_file_.emplace(std::move(file));
    return {};
  }

  Result<void> write_report() {
    if (!report_file_) return {};
    REDACT_TRY(report_file_->write(
        report_.to_json(tools_.redactor->finder().name(), tools_.redactor->policy().name())));
    return report_file_->commit();
  }

  const Options& options_;
  Tools tools_;
  Sink sink_;
  MappingFile mapping_;
  size_t n_inputs_;
  Shard line_shard_;
  Progress progress_;
  std::vector<Job> jobs_;
  bool met_known_ = false;  // a document of which something is known
  size_t n_bytes_ = 0;      // of the texts of jobs_
  std::string lines_;       // results of the JSONL file at work that wait
  size_t number_ = 0;       // of the input at work
  Report report_;
  std::optional<AtomicFile> report_file_;
};

// An error says which option's file it is about; the file's name it does not (P5).
template <typename T>
Result<T> of_option(const char* option, Result<T> result) {
  if (result.ok()) return result;
  return Error{result.error().kind, option, result.error().message()};
}

Result<Tools> open_tools(const Options& options) {
  Settings settings = options.settings;
  if (!options.key_file.empty()) {
    REDACT_ASSIGN(settings.key, of_option("--key-file", Secret::read(options.key_file)));
  }
  REDACT_ASSIGN(auto redactor, open_redactor(settings));
  for (const Label label : redactor->idle_rules()) {
    complain("--rules: the policy does not list " + std::string(label_name(label)) +
             ": its rules hide nothing");
  }
  KnownPeople known;
  if (!options.known.empty()) {
    REDACT_ASSIGN(known, of_option("--known", KnownPeople::read(options.known,
                                                                redactor->policy().date_order())));
  }
  return Tools{std::move(redactor), std::move(known), std::move(settings.key)};
}

// The files of a shard, without those that have a result already.
std::vector<Input> pending(std::vector<Input> inputs, const Options& options) {
  std::vector<Input> out;
  for (Input& input : inputs) {
    std::error_code failed;
    const bool done = options.resume && !input.name.empty() &&
                      fs::is_regular_file(fs::path(options.output) / input.name, failed);
    if (options.shard.takes(input.number - 1) && !done) out.push_back(std::move(input));
  }
  return out;
}

}  // namespace

int run(const Options& options) {
  auto inputs = list_inputs(options.inputs);
  if (!inputs.ok()) {
    complain(inputs.error().message());
    return kFatal;
  }
  std::error_code unknown;  // what is no folder is read as a file, and says what is wrong then
  const bool several = options.inputs.size() > 1 || fs::is_directory(options.inputs[0], unknown);
  for (const auto find : {&find_misuse, &find_clash}) {
    const auto why = find(options, *inputs, several);
    if (!why) continue;
    complain(*why);
    return kUsage;
  }
  if (!options.restore.empty()) return run_restore(options, *inputs, several);
  auto tools = open_tools(options);
  if (!tools.ok()) {
    complain(tools.error().message());
    return kFatal;
  }
  const size_t n_inputs = inputs->size();
  const std::vector<Input> left = several ? pending(*std::move(inputs), options) : *inputs;
  const bool folder = several && options.format != OutputFormat::kJsonl;
  Run work(options, std::move(tools).value(), folder, n_inputs, left.size(),
           several ? Shard{} : options.shard);
  return work.run(left);
}

}  // namespace redact
