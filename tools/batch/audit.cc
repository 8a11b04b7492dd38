// SPDX-License-Identifier: Apache-2.0
#include "tools/batch/audit.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "redactor/files/file_io.h"
#include "redactor/journal/journal_key.h"
#include "redactor/journal/schema.h"
#include "redactor/journal/sqlite.h"
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

bool is_folder(const std::string& path) {
  std::error_code unknown;
  return fs::is_directory(path, unknown);
}

// The files below a folder by their relative paths; a file by its name.
std::map<std::string, std::string> files_of(const std::string& path, bool by_name) {
  std::map<std::string, std::string> files;
  if (!is_folder(path)) {
    files[by_name ? fs::path(path).filename().string() : ""] = path;
    return files;
  }
  std::error_code failed;
  for (fs::recursive_directory_iterator entry(path, failed), end; !failed && entry != end;
       entry.increment(failed)) {
    std::error_code unknown;
    if (!fs::is_directory(entry->symlink_status(unknown))) {
      files[fs::relative(entry->path(), path, unknown).string()] = entry->path();
    }
  }
  return files;
}

class Audit {
 public:
  Audit(Database database, JournalKeys keys, const AuditPaths& paths,
        const std::function<void(const std::string&, const std::string&)>& tell)
      : database_(std::move(database)),
        keys_(std::move(keys)),
        sources_(files_of(paths.sources, true)),
        results_(files_of(paths.results, false)),
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
    auto bytes = read_file(source->second);
    if (!bytes.ok()) {
      if (rows.front().state != "withheld") tell(name, 0, "the source cannot be read");
      return {};
    }
    REDACT_ASSIGN(const Reading reading, read_reading(setup));
    const std::vector<Unit> units = units_of(*bytes, kind_of(name, reading), reading);
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
      if (!pieces_.contains(name) && !known.contains(name)) {
        tell(name, 0, "a result of no document of the journal");
      }
    }
    return counts_;
  }

  Database database_;
  JournalKeys keys_;
  std::map<std::string, std::string> sources_, results_;  // paths by name
  const std::function<void(const std::string&, const std::string&)>& tell_;
  AuditCounts counts_;
  std::set<std::string> seen_;                                            // inputs
  std::map<std::string, std::vector<std::pair<size_t, size_t>>> pieces_;  // of results
  std::string opened_, content_;
};

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
  return Audit(std::move(database), std::move(keys), paths, tell).run();
}

}  // namespace redact::batch
