// SPDX-License-Identifier: Apache-2.0
#include "tools/batch/audit.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "redactor/files/decompressor.h"
#include "redactor/files/file_io.h"
#include "redactor/journal/journal_key.h"
#include "redactor/journal/schema.h"
#include "redactor/journal/sqlite.h"
#include "tools/batch/batch_files.h"
#include "tools/batch/changes.h"
#include "tools/batch/source_units.h"

namespace redact::batch {

namespace {

namespace fs = std::filesystem;

// A row of the journal.
struct JournalRow {
  std::string input, state, key, setup, source, result, edits, output;
  size_t number = 0, begin = 0, end = 0;
};

class Audit {
 public:
  Audit(Database database, JournalKeys keys, NamedPaths sources, NamedPaths results,
        const std::function<void(const std::string&, const std::string&)>& tell)
      : database_(std::move(database)),
        keys_(std::move(keys)),
        sources_(std::move(sources)),
        results_(std::move(results)),
        tell_(tell) {}

  Result<AuditCounts> run() {
    REDACT_ASSIGN(Statement rows,
                  database_.prepare("SELECT input, document.number, document.state, run.key, "
                                    "setup.facts, source, result, edits, output, output_begin, "
                                    "output_end FROM document LEFT JOIN run ON run.id = "
                                    "document.run LEFT JOIN setup ON setup.id = run.setup "
                                    "ORDER BY input, number"));
    std::vector<JournalRow> of_input;
    for (;;) {
      REDACT_ASSIGN(const bool is_there, rows.step());
      if (!of_input.empty() && (!is_there || rows.text(0) != of_input.front().input)) {
        REDACT_TRY(check_input(of_input));
        of_input.clear();
      }
      if (!is_there) break;
      const auto size = [&](int column) { return static_cast<size_t>(rows.number(column)); };
      of_input.push_back({rows.text(0), rows.text(2), rows.text(3), rows.text(4), rows.text(5),
                          rows.text(6), rows.text(7), rows.text(8), size(1), size(9), size(10)});
    }
    REDACT_TRY(check_withheld_inputs());
    for (const auto& [name, path] : sources_) {
      if (!seen_.contains(name)) tell(name, 0, "not in the journal");
    }
    return check_results();
  }

 private:
  void tell(const std::string& input, size_t number, const std::string& finding) {
    ++counts_.n_findings;
    tell_(number == 0 ? input : input + ":" + std::to_string(number), finding);
  }

  Result<void> check_input(const std::vector<JournalRow>& rows) {
    const std::string& name = rows.front().input;
    seen_.insert(name);
    counts_.n_documents += rows.size();
    const auto source = sources_.find(name);
    if (source == sources_.end()) {
      tell(name, 0, "in the journal, but not among the sources");
      return {};
    }
    std::string setup;
    for (const JournalRow& row : rows) setup = row.setup.empty() ? setup : row.setup;
    if (setup.empty()) {
      tell(name, 0, "pending");
      return {};
    }
    if (is_unread(rows)) return check({}, rows.front(), {});
    auto bytes = read_source(source->second);
    if (!bytes.ok()) {
      tell(name, 0, "the source cannot be read");
      for (const JournalRow& row : rows) unchecked_.insert(row.output);
      return {};
    }
    REDACT_ASSIGN(const Reading reading, read_reading(setup));
    const UnitKind kind = kind_of(std::string(without_compression(name)), reading);
    const std::vector<Unit> units = units_of(*bytes, kind, reading);
    auto row = rows.begin();
    for (const Unit& unit : units) {
      if (row == rows.end() || row->number != unit.number) {
        tell(name, unit.number, "not in the journal");
        continue;
      }
      REDACT_TRY(check(unit, *row++, reading));
    }
    for (; row != rows.end(); ++row) tell(name, row->number, "not in the source");
    return {};
  }

  // Withheld without a digest, to which reading it would add nothing: perhaps it cannot be read, or
  // is too large when decompressed.
  static bool is_unread(const std::vector<JournalRow>& rows) {
    const JournalRow& row = rows.front();
    return rows.size() == 1 && row.number == 0 && row.state == "withheld" && row.source.empty();
  }

  Result<void> check(const Unit& unit, const JournalRow& row, const Reading& reading) {
    const bool is_done = row.state == "done";
    if (row.state == "pending") tell(row.input, row.number, "pending");
    const Secret* key = keys_.find(row.key);
    if (key == nullptr) {
      tell(row.input, row.number, "the digests have a key that is not in the key file");
      return {};
    }
    if (!row.source.empty()) {
      REDACT_ASSIGN(const Digest digest, key->draw(kSourceDigest, unit.text));
      if (bytes_of(digest) != row.source) tell(row.input, row.number, "the source has changed");
    } else if (is_done) {
      tell(row.input, row.number, "no digest");
    }
    if (!is_done && row.end == row.begin) return {};
    REDACT_ASSIGN(const std::string* file, open_result(row.output));
    if (file == nullptr || row.begin > row.end) {
      tell(row.input, row.number, "the result is missing");
      return {};
    }
    pieces_[row.output].push_back({row.begin, row.end});
    if (row.end > file->size()) {
      tell(row.input, row.number, "the result is cut short");
      return {};
    }
    const std::string_view written = std::string_view(*file).substr(row.begin, row.end - row.begin);
    REDACT_ASSIGN(const Digest digest, key->draw(kResultDigest, written));
    if (bytes_of(digest) != row.result) tell(row.input, row.number, "the result has changed");
    if (!is_done) return {};
    const std::string change = find_change(unit, written, row.edits, reading);
    if (!change.empty()) tell(row.input, row.number, change);
    return {};
  }

  Result<void> check_withheld_inputs() {
    REDACT_ASSIGN(Statement inputs, database_.prepare("SELECT name, state FROM input"));
    for (;;) {
      REDACT_ASSIGN(const bool is_there, inputs.step());
      if (!is_there) return {};
      seen_.insert(inputs.text(0));
      if (inputs.text(1) == "withheld") ++counts_.n_documents;
    }
  }

  // nullptr: there is no such file. One is held at a time.
  Result<const std::string*> open_result(const std::string& name) {
    if (opened_ == name && !content_.empty()) return &content_;
    const auto found = results_.find(name);
    if (found == results_.end()) return static_cast<const std::string*>(nullptr);
    REDACT_ASSIGN(content_, read_file(found->second));
    opened_ = name;
    return &content_;
  }

  // Results hold each document once and nothing else; what follows the last row of a table is its
  // source's own.
  Result<AuditCounts> check_results() {
    std::set<std::string> known;
    REDACT_ASSIGN(Statement outputs, database_.prepare("SELECT output FROM input UNION SELECT name "
                                                       "FROM output"));
    for (;;) {
      REDACT_ASSIGN(const bool is_there, outputs.step());
      if (!is_there) break;
      known.insert(outputs.text(0));
    }
    for (auto& [name, pieces] : pieces_) {
      std::sort(pieces.begin(), pieces.end());
      size_t at = 0;
      for (const auto& [begin, end] : pieces) {
        if (begin < at) tell(name, 0, "the result holds two documents in one place");
        if (begin > at) tell(name, 0, "the result holds bytes of no document");
        at = std::max(at, end);
      }
      std::error_code unknown;
      const bool has_tail = known.contains(name);
      if (!has_tail && fs::file_size(results_[name], unknown) > at) {
        tell(name, 0, "the result holds bytes of no document");
      }
    }
    for (const auto& [name, path] : results_) {
      if (pieces_.contains(name) || known.contains(name) || unchecked_.contains(name)) continue;
      std::error_code unknown;
      tell(name, 0,
           fs::is_directory(path, unknown) ? "a folder whose files are not checked"
                                           : "a result of no document of the journal");
    }
    return counts_;
  }

  Database database_;
  JournalKeys keys_;
  NamedPaths sources_, results_;
  const std::function<void(const std::string&, const std::string&)>& tell_;
  AuditCounts counts_;
  std::set<std::string> seen_;       // inputs
  std::set<std::string> unchecked_;  // results of what cannot be read
  std::map<std::string, std::vector<std::pair<size_t, size_t>>> pieces_;  // of results
  std::string opened_, content_;
};

// Whether a document of the journal has a result.
Result<bool> has_results(Database& database) {
  REDACT_ASSIGN(Statement any, database.prepare("SELECT EXISTS (SELECT 1 FROM document WHERE "
                                                "state = 'done' OR output_end > output_begin)"));
  REDACT_TRY(any.step());
  return any.number(0) != 0;
}

// The journal has no name for the result of a single input. If its result is in a folder, under the
// name of the input, it gets the journal's name here.
void rename_single_result(const std::string& source, NamedPaths& results) {
  const fs::path stem = fs::path(without_compression(source)).stem();
  const auto result = std::find_if(results.begin(), results.end(), [&](const auto& named) {
    return fs::path(named.first).stem() == stem;  // records have another ending
  });
  if (result == results.end()) return;
  auto node = results.extract(result);
  node.key().clear();
  results.insert(std::move(node));
}

// A batch of which all is withheld leaves no results, nor a folder for them.
Result<NamedPaths> list_results(const AuditPaths& paths, Database& database) {
  auto results = blame("RESULTS", files_of(paths.results, false));
  std::error_code unknown;
  const bool is_single = !fs::is_directory(paths.sources, unknown);
  if (results.ok() && is_single && fs::is_directory(paths.results, unknown)) {
    rename_single_result(paths.sources, *results);
  }
  if (results.ok() || results.error().kind != ErrorKind::kNotFound) return results;
  REDACT_ASSIGN(const bool are_missing, has_results(database));
  if (are_missing) return results;
  return NamedPaths();
}

}  // namespace

Result<AuditCounts> audit(
    const AuditPaths& paths,
    const std::function<void(const std::string& document, const std::string& finding)>& tell) {
  REDACT_ASSIGN(JournalKeys keys, blame("journal", JournalKeys::read(paths.journal)));
  REDACT_ASSIGN(Database database, blame("journal", Database::read(paths.journal)));
  REDACT_ASSIGN(Statement version, blame("journal", database.prepare("PRAGMA user_version")));
  REDACT_TRY(blame("journal", version.step()));
  if (version.number(0) != kJournalVersion) {
    return Error{ErrorKind::kBadInput, "journal", "is no journal of this version of redact"};
  }
  version.with();
  REDACT_ASSIGN(NamedPaths sources, blame("SOURCES", files_of(paths.sources, true)));
  REDACT_ASSIGN(NamedPaths results, list_results(paths, database));
  return Audit(std::move(database), std::move(keys), std::move(sources), std::move(results), tell)
      .run();
}

}  // namespace redact::batch
