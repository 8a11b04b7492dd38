// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/run.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <utility>

#include "redactor/cli/exit_code.h"
#include "redactor/cli/progress.h"
#include "redactor/document/file_io.h"
#include "redactor/document/record.h"
#include "redactor/redactor.h"

namespace redact {

namespace {

namespace fs = std::filesystem;

void complain(const std::string& message) { std::fprintf(stderr, "redact: %s\n", message.c_str()); }

// A file to read, and its name below the folder it came from.
struct Input {
  std::string path;  // "-" for standard input
  std::string name;

  bool is_stdin() const { return path == "-"; }
};

// Files in the order given, folders walked in order of names. Links are not followed.
Result<std::vector<Input>> list_inputs(const std::vector<std::string>& paths) {
  std::vector<Input> inputs;
  for (const std::string& path : paths) {
    std::error_code failed;
    if (path == "-") {
      inputs.push_back({path, "stdin"});
    } else if (fs::is_directory(path, failed)) {
      std::vector<Input> inside;
      for (const auto& entry : fs::recursive_directory_iterator(path, failed)) {
        if (entry.is_regular_file() && !entry.is_symlink()) {
          inside.push_back({entry.path(), fs::relative(entry.path(), path)});
        }
      }
      if (failed) return Error{ErrorKind::kIo, "folder", failed.message()};
      std::sort(inside.begin(), inside.end(),
                [](const Input& a, const Input& b) { return a.name < b.name; });
      inputs.insert(inputs.end(), inside.begin(), inside.end());
    } else {
      inputs.push_back({path, fs::path(path).filename()});
    }
  }
  return inputs;
}

// Where results go: one stream, whole or not at all where it is a file, or one file a document.
class Sink {
 public:
  Sink(std::string path, bool folder) : path_(std::move(path)), folder_(folder) {}

  Result<void> put(const std::string& name, std::string_view bytes) {
    if (folder_) {
      REDACT_ASSIGN(AtomicFile file, AtomicFile::create((fs::path(path_) / name).string()));
      REDACT_TRY(file.write(bytes));
      return file.commit();
    }
    if (path_.empty()) {
      const size_t n = std::fwrite(bytes.data(), 1, bytes.size(), stdout);
      if (n != bytes.size()) return Error{ErrorKind::kIo, "standard output", "write failed"};
      return {};
    }
    if (!file_) {
      REDACT_ASSIGN(AtomicFile file, AtomicFile::create(path_));
      file_.emplace(std::move(file));
    }
    return file_->write(bytes);
  }

  // Makes a single file appear, if anything was put into it.
  Result<void> finish() {
    if (path_.empty() && std::fflush(stdout) != 0) {
      return Error{ErrorKind::kIo, "standard output", "write failed"};
    }
    return file_ ? file_->commit() : Result<void>();
  }

 private:
  std::string path_;
  bool folder_;
  std::optional<AtomicFile> file_;
};

// Documents redacted together: enough to keep the device busy, few enough to hold in memory.
constexpr size_t kBatchDocuments = 64;
constexpr size_t kBatchBytes = 1 << 20;

class Run {
 public:
  Run(const Options& options, Redactor redactor, std::string model, Sink sink, size_t n_inputs)
      : options_(options),
        redactor_(std::move(redactor)),
        model_(std::move(model)),
        sink_(std::move(sink)),
        n_inputs_(n_inputs),
        progress_(n_inputs) {}

  int run(const std::vector<Input>& inputs) {
    for (const Input& input : inputs) {
      const Result<void> done = is_jsonl(input) ? do_lines(input) : do_text(input);
      if (!done.ok()) return fail(done.error());
    }
    if (const auto done = flush(); !done.ok()) return fail(done.error());
    if (n_done_ > 0 || n_withheld_ == 0) {
      if (const auto done = sink_.finish(); !done.ok()) return fail(done.error());
    }
    return n_withheld_ > 0 ? kWithheld : kAllDone;
  }

 private:
  // A document that waits for its batch.
  struct Job {
    std::string where;  // for messages
    std::string name;   // of its file
    std::string id;
    std::string text;
    bool is_line;  // of a JSONL file, whose results are written together
  };

  int fail(const Error& error) {
    complain("output: " + error.message());
    return kFatal;
  }

  bool is_jsonl(const Input& input) const {
    return input.is_stdin() ? options_.jsonl_stdin : input.path.ends_with(".jsonl");
  }
  bool records(bool is_line) const {
    return options_.format ? *options_.format == OutputFormat::kJsonl : is_line;
  }

  void withhold(const std::string& where, const Error& error) {
    ++n_withheld_;
    complain(where + "withheld: " + error.message());
  }
  std::string document_number() const {
    if (n_inputs_ == 1) return "document ";
    return "document " + std::to_string(n_seen_) + " of " + std::to_string(n_inputs_) + " ";
  }

  // Errors are the output's; a document that fails is withheld and the run goes on.
  Result<void> do_text(const Input& input) {
    ++n_seen_;
    auto text = input.is_stdin() ? read_stdin() : read_file(input.path);
    if (!text.ok()) {
      withhold(document_number(), text.error());
      progress_.advance();
      return {};
    }
    return add({document_number(), input.name, input.name, *std::move(text), false});
  }

  Result<void> do_lines(const Input& input) {
    ++n_seen_;
    REDACT_TRY(flush());  // what waits belongs to other files
    auto content = input.is_stdin() ? read_stdin() : read_file(input.path);
    if (!content.ok()) {
      withhold(document_number(), content.error());
      progress_.advance();
      return {};
    }
    size_t n_line = 0;
    for (size_t at = 0; at < content->size();) {
      const size_t end = std::min(content->find('\n', at), content->size());
      const std::string line = content->substr(at, end - at);
      at = end + 1;
      ++n_line;
      if (line.find_first_not_of(" \t\r") == line.npos) continue;
      auto record = parse_record(line, options_.text_field, options_.id_field, n_line);
      if (!record.ok()) {
        withhold(document_number(), record.error());
        continue;
      }
      REDACT_TRY(add({document_number() + "line " + std::to_string(n_line) + " ", input.name,
                      std::move(record->id), std::move(record->text), true}));
    }
    REDACT_TRY(flush());
    progress_.advance();
    const std::string out = std::exchange(lines_, {});
    return out.empty() ? Result<void>() : sink_.put(input.name, out);
  }

  Result<void> add(Job job) {
    n_bytes_ += job.text.size();
    jobs_.push_back(std::move(job));
    return jobs_.size() < kBatchDocuments && n_bytes_ < kBatchBytes ? Result<void>() : flush();
  }

  // Redacts what waits and hands the results on in their order.
  Result<void> flush() {
    const std::vector<std::string_view> texts = [&] {
      std::vector<std::string_view> views;
      for (const Job& job : jobs_) views.push_back(job.text);
      return views;
    }();
    std::vector<Result<Redaction>> redactions = redactor_.redact_all(texts);
    for (size_t i = 0; i < jobs_.size(); ++i) REDACT_TRY(emit(jobs_[i], std::move(redactions[i])));
    jobs_.clear();
    n_bytes_ = 0;
    return {};
  }

  Result<void> emit(const Job& job, Result<Redaction> redaction) {
    if (!job.is_line) progress_.advance();
    Result<std::string> out = format(job, std::move(redaction));
    if (!out.ok()) {
      withhold(job.where, out.error());
      if (job.is_line) lines_ += to_failed_record(context(job.id)) + "\n";
      return {};
    }
    ++n_done_;
    if (!job.is_line) return sink_.put(job.name, *out);
    lines_ += *out;
    return {};
  }

  RecordContext context(const std::string& id) const {
    return {id, model_, redactor_.policy().name(), options_.include_text};
  }

  Result<std::string> format(const Job& job, Result<Redaction> redacted) const {
    REDACT_ASSIGN(Redaction redaction, std::move(redacted));
    if (!records(job.is_line)) return std::move(redaction.output);
    REDACT_ASSIGN(std::string record, to_record(context(job.id), job.text, redaction));
    return record + "\n";
  }

  const Options& options_;
  Redactor redactor_;
  std::string model_;
  Sink sink_;
  size_t n_inputs_;
  Progress progress_;
  std::vector<Job> jobs_;
  size_t n_bytes_ = 0;  // of the texts of jobs_
  std::string lines_;   // results of the JSONL file at work
  size_t n_seen_ = 0, n_done_ = 0, n_withheld_ = 0;
};

}  // namespace

int run(const Options& options) {
  auto policy = Policy::open(options.policy);
  if (!policy.ok()) {
    complain(policy.error().message());
    return kFatal;
  }
  auto inputs = list_inputs(options.inputs);
  if (!inputs.ok()) {
    complain(inputs.error().message());
    return kFatal;
  }
  const bool records = options.format == OutputFormat::kJsonl;
  const bool several = options.inputs.size() > 1 || fs::is_directory(options.inputs[0]);
  if (several && !records && options.output.empty()) {
    complain("several texts need a folder for the results: -o DIR, or --format jsonl");
    return kUsage;
  }
  auto finder = open_model_finder(options.model);
  if (!finder.ok()) {
    complain("model: " + finder.error().message());
    return kFatal;
  }
  Result<RuleSet> rules = options.rules ? RuleSet::builtin() : Result<RuleSet>(RuleSet());
  if (!rules.ok()) {
    complain(rules.error().message());
    return kFatal;
  }
  Run work(options, Redactor(**finder, *std::move(policy), std::move(rules).value()),
           std::string((*finder)->name()), Sink(options.output, several && !records),
           inputs->size());
  return work.run(*inputs);
}

}  // namespace redact
