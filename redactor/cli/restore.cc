// SPDX-License-Identifier: Apache-2.0
#include "redactor/cli/restore.h"

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "redactor/cli/exit_code.h"
#include "redactor/cli/results.h"
#include "redactor/files/file_io.h"
#include "redactor/policy/digest.h"
#include "redactor/records/sealed_mapping.h"

namespace redact {

namespace {

// Sealed lines by output and id: many texts may redact to the same output, and one patient's text
// must not come back as another's. A row or line without an id of its own is named by its number,
// which changes if a row before it is removed or added, so it is restored only if all sources of
// its output are equal.
class Mapping {
 public:
  static Result<Mapping> open(const Options& options) {
    REDACT_ASSIGN(Secret key, Secret::read(options.key_file));
    Mapping mapping(std::move(key));
    REDACT_ASSIGN(std::string content, read_file(options.restore));
    content.resize(content.rfind('\n') + 1);  // drops an incomplete last line of a stopped run
    REDACT_TRY(for_each_line(content, [&](const std::string& line, size_t number) -> Result<void> {
      auto of = sealed_for(line);
      if (!of) {
        return Error{ErrorKind::kBadInput, "mapping line " + std::to_string(number),
                     "not a line of a mapping"};
      }
      const auto [at, is_new] = mapping.lines_[of->out_sha256].emplace(of->id, line);
      if (!is_new && at->second != line) at->second.clear();  // same id and output: ambiguous
      return {};
    }));
    return mapping;
  }

  // `alone`: the user named only this text; its file may have been renamed since it was redacted.
  // `is_numbered`: the id is the number of a row or line.
  Result<std::string> source_of(const std::string& id, const std::string& output, bool alone,
                                bool is_numbered) {
    REDACT_ASSIGN(const std::string out_sha256, sha256_hex(output));
    const auto found = lines_.find(out_sha256);
    if (found == lines_.end()) {
      return Error{ErrorKind::kNotFound, "mapping", "no entry for this text"};
    }
    auto named = found->second.find(id);
    if (alone && found->second.size() == 1) named = found->second.begin();
    if (named == found->second.end()) {
      return Error{ErrorKind::kBadInput, "mapping",
                   "the only entries for this text have another id"};
    }
    if (named->second.empty()) {
      return Error{ErrorKind::kBadInput, "mapping", "several sources for this text and id"};
    }
    if (is_numbered) {
      REDACT_ASSIGN(const bool is_clear, have_one_source(*found, output));
      if (!is_clear) {
        return Error{ErrorKind::kBadInput, "mapping",
                     "several sources for this text, and a row or line number does not tell them "
                     "apart; use --id-field"};
      }
    }
    return restore(key_, named->second, output);
  }

 private:
  using Lines = std::map<std::string, std::string>;  // by id; empty: ambiguous

  explicit Mapping(Secret key) : key_(std::move(key)) {}

  // Whether all lines of an output restore the same source.
  Result<bool> have_one_source(const std::pair<const std::string, Lines>& of,
                               const std::string& output) {
    const auto known = one_source_.find(of.first);
    if (known != one_source_.end()) return known->second;
    std::set<std::string> sources;
    for (const auto& [id, line] : of.second) {
      if (line.empty()) return one_source_[of.first] = false;
      REDACT_ASSIGN(std::string source, restore(key_, line, output));
      sources.insert(std::move(source));
    }
    return one_source_[of.first] = sources.size() == 1;
  }

  Secret key_;
  std::map<std::string, Lines> lines_;      // by output
  std::map<std::string, bool> one_source_;  // by output, where it has been found out
};

// The record of a restored source.
std::string source_record(const Options& options, const std::string& id,
                          const std::string& source) {
  nlohmann::ordered_json out;
  out[options.fields.id] = id;
  out[options.fields.texts.front()] = source;
  return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

Result<int> run_restore(const Options& options, const Work& work) {
  REDACT_ASSIGN(Mapping mapping, Mapping::open(options));
  Output output(OutputFiles(options.output, work.folder));
  Report report;
  Progress progress(options.progress, output.is_stream());
  Results results(output, report, progress, work.n_inputs,
                  [](const Document&) { return std::string(); });
  InputDocuments documents(options, work.inputs, work.lines);
  while (const std::optional<InputEvent> event = documents.next()) {
    if (!event->is_open()) {
      REDACT_TRY(blame("output", results.write(*event)));
      continue;
    }
    const InputRecord& record = event->document.record;
    const bool is_file = event->document.where.empty();
    auto text = mapping.source_of(record.id, record.text, is_file && work.alone,
                                  !is_file && !record.has_id);
    if (text.ok()) report.add_restored();
    if (text.ok() && event->as_record) text = source_record(options, record.id, *text);
    REDACT_TRY(blame("output", results.write(*event, {std::move(text)})));
  }
  REDACT_TRY(blame("output", results.finish()));
  return report.n_withheld() > 0 ? kWithheld : kAllDone;
}

}  // namespace redact
