// SPDX-License-Identifier: Apache-2.0
#include "tools/batch/audit.h"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "documents/files/decompressor.h"
#include "tools/batch/batch_files.h"
#include "tools/batch/changes.h"
#include "tools/batch/journal_rows.h"
#include "tools/batch/result_files.h"
#include "tools/batch/source_content.h"
#include "tools/batch/source_units.h"

namespace redact::batch {

namespace {

constexpr char kNotGenuine[] = "its row of the journal was not written by a run with the key";

// A document's row in the journal.
struct DocumentRow {
  std::string input, state, source, context, result, edits, output;
  size_t number = 0, run = 0, begin = 0, end = 0;
};

// The row of the end of an input of lines or rows.
struct EndRow {
  std::string state, tail, output;
  size_t run = 0;
};

struct RunRow {
  std::string key;
  size_t setup = 0;
};

class Audit {
 public:
  using Tell = std::function<void(const std::string&, const std::string&)>;

  // `missing`: the reason that there are no results.
  Audit(JournalRows rows, NamedPaths sources, NamedPaths results, std::optional<Error> missing,
        const Tell& tell)
      : rows_(std::move(rows)),
        sources_(std::move(sources)),
        missing_(std::move(missing)),
        tell_(tell),
        results_(std::move(results), [this](const std::string& file, const std::string& finding) {
          this->tell(file.empty() ? "the output file" : file, 0, finding);
        }) {}

  Result<AuditCounts> run() {
    REDACT_TRY(read_runs());
    REDACT_TRY(read_outputs());
    REDACT_TRY(read_ends());
    REDACT_TRY(check_documents());
    REDACT_TRY(check_other_sources());
    REDACT_TRY(
        results_.finish([this](const std::string& name, std::string_view bytes, bool is_last) {
          return is_known_gap(name, bytes, is_last);
        }));
    REDACT_ASSIGN(const bool are_whole, rows_.are_whole());
    if (!are_whole) {
      tell("journal", 0,
           "is not as a run left it: rows were added, removed or put back from an older journal");
    }
    if (!rows_.have_macs()) {
      tell(
          "journal", 0,
          "is of version 2, so nobody can vouch for its rows: which were removed, exchanged or put "
          "back from an older journal, and the bytes of results with them, is not known");
    }
    if (n_pending_ > 0) {
      tell("journal", 0,
           std::to_string(n_pending_) + (n_pending_ == 1 ? " document is" : " documents are") +
               " pending: continue with redact --resume, then verify again");
    }
    return counts_;
  }

 private:
  void tell(const std::string& input, size_t number, const std::string& finding) {
    ++counts_.n_findings;
    tell_(number == 0 ? input : input + ":" + std::to_string(number), finding);
  }

  Result<void> read_runs() {
    const auto check = [this](const JournalRow& row) {
      if (!row.is_genuine()) {
        tell("journal", 0, "a run or its settings were not written with the key");
      }
    };
    REDACT_TRY(rows_.visit("setup", [&](const JournalRow& row) -> Result<void> {
      check(row);
      setups_[row.size("id")] = row.text("facts");
      return {};
    }));
    return rows_.visit("run", [&](const JournalRow& row) -> Result<void> {
      check(row);
      runs_[row.size("id")] = {row.text("key"), row.size("setup")};
      return {};
    });
  }

  Result<void> read_outputs() {
    return rows_.visit("output", [this](const JournalRow& row) -> Result<void> {
      const std::string name = row.text("name"), state = row.text("state");
      if (!row.is_genuine()) tell(name, 0, kNotGenuine);
      if (state != "open" && state != "whole" && state != "in place") {
        tell(name, 0, "has an unknown state in the journal");
      }
      results_.add_growing(name, row.text("partial"), row.size("size"), state == "in place");
      return {};
    });
  }

  Result<void> read_ends() {
    return rows_.visit("input", [this](const JournalRow& row) -> Result<void> {
      const std::string name = row.text("name"), state = row.text("state");
      const EndRow& end =
          ends_[name] = {state, row.text("tail"), row.text("output"), row.size("run")};
      if (!row.is_genuine()) tell(name, 0, kNotGenuine);
      if (state == "withheld") ++counts_.n_documents;
      if (state != "done") {
        if (state != "withheld") tell(name, 0, "has an unknown state in the journal");
        return {};
      }
      const size_t begin = row.size("output_begin"), size = row.size("output_end") - begin;
      if (!rows_.have_macs()) {
        tails_[end.output] = end;
      } else if (size > 0) {
        return check_bytes(
            {name, "done", {}, {}, end.tail, {}, end.output, 0, end.run, begin, begin + size});
      }
      return {};
    });
  }

  Result<void> check_documents() {
    std::vector<DocumentRow> of_input;
    const auto add = [&](const JournalRow& row) -> Result<void> {
      DocumentRow document{row.text("input"),        row.text("state"),     row.text("source"),
                           row.text("context"),      row.text("result"),    row.text("edits"),
                           row.text("output"),       row.size("number"),    row.size("run"),
                           row.size("output_begin"), row.size("output_end")};
      if (!of_input.empty() && document.input != of_input.front().input) {
        REDACT_TRY(check_input(of_input.front().input, of_input));
        of_input.clear();
      }
      if (!row.is_genuine()) tell(document.input, document.number, kNotGenuine);
      of_input.push_back(std::move(document));
      return {};
    };
    REDACT_TRY(rows_.visit("document", add));
    if (!of_input.empty()) REDACT_TRY(check_input(of_input.front().input, of_input));
    for (const auto& [name, end] : ends_) {
      if (!seen_.contains(name)) REDACT_TRY(check_input(name, {}));
    }
    return {};
  }

  Result<void> check_input(const std::string& name, const std::vector<DocumentRow>& rows) {
    seen_.insert(name);
    counts_.n_documents += rows.size();
    const auto source = sources_.find(name);
    if (source == sources_.end()) tell(name, 0, "in the journal, but not among the sources");
    const auto found = ends_.find(name);
    const EndRow* end = found == ends_.end() ? nullptr : &found->second;
    const std::string* setup = end == nullptr ? nullptr : setup_of(end->run);
    for (const DocumentRow& row : rows) {
      if (const std::string* one = setup_of(row.run); one != nullptr) setup = one;
    }
    const bool is_unread = rows.empty() ? end->state == "withheld" : is_withheld_unread(rows);
    if (setup == nullptr || source == sources_.end() || is_unread) return check_alone(rows);
    REDACT_ASSIGN(const Reading reading, read_reading(*setup));
    last_reading_ = reading;
    const UnitKind kind = kind_of(std::string(without_compression(name)), reading);
    const auto content = read_content(source->second, kind);
    if (!content.ok()) {
      tell(name, 0, "the source cannot be read");
      return check_alone(rows);
    }
    const bool has_ended = kind == UnitKind::kText || end != nullptr;
    auto row = rows.begin();
    const SourceUnits all =
        units_of(std::string(without_compression(name)), content->bytes, reading);
    for (const Unit& unit : all.units) {
      if (row != rows.end() && row->number == unit.number) {
        REDACT_TRY(check(unit, *row++, reading, kind, content->utf16));
      } else if (row == rows.end() && !has_ended) {
        ++n_pending_;
      } else {
        tell(name, unit.number, "not in the journal");
      }
    }
    for (; row != rows.end(); ++row) {
      tell(name, row->number, "not in the source");
      REDACT_TRY(check_state(*row));
    }
    if (end == nullptr || end->state != "done") return {};
    REDACT_ASSIGN(const bool is_same, is_tail(*end, encoded(all.rest, content->utf16)));
    if (!is_same) tell(name, 0, "the bytes behind its last document have changed in the source");
    return {};
  }

  const std::string* setup_of(size_t id) const {
    const auto run = runs_.find(id);
    if (run == runs_.end()) return nullptr;
    const auto setup = setups_.find(run->second.setup);
    return setup == setups_.end() ? nullptr : &setup->second;
  }

  // Withheld without a digest, so reading it would add nothing: perhaps it cannot be read, or is
  // too large when decompressed.
  static bool is_withheld_unread(const std::vector<DocumentRow>& rows) {
    const DocumentRow& row = rows.front();
    return rows.size() == 1 && row.number == 0 && row.state == "withheld" && row.source.empty();
  }

  // Without the source, digests still tell whether the results are those of the run.
  Result<void> check_alone(const std::vector<DocumentRow>& rows) {
    for (const DocumentRow& row : rows) REDACT_TRY(check_state(row));
    return {};
  }

  Result<void> check_state(const DocumentRow& row) {
    if (row.state == "pending") {
      ++n_pending_;
    } else if (row.state != "done" && row.state != "withheld") {
      tell(row.input, row.number, "has an unknown state in the journal");
    }
    const bool is_done = row.state == "done";
    return is_done || row.end != row.begin ? check_bytes(row) : Result<void>();
  }

  // Compares the bytes of a result with their digest. Sets written_, if they are there.
  Result<void> check_bytes(const DocumentRow& row) {
    written_.reset();
    if (missing_) return *missing_;
    REDACT_ASSIGN(const auto bytes, results_.take(row.output, row.begin, row.end));
    if (!bytes) return {};
    written_ = *bytes;
    REDACT_ASSIGN(const bool is_same, agrees(row, kResultDigest, *bytes, row.result));
    if (!is_same) tell(row.input, row.number, "the result has changed");
    return {};
  }

  Result<bool> agrees(const DocumentRow& row, std::string_view purpose, std::string_view bytes,
                      const std::string& digest) const {
    const auto run = runs_.find(row.run);
    const Secret* key = run == runs_.end() ? nullptr : rows_.key(run->second.key);
    if (key == nullptr) return false;
    REDACT_ASSIGN(const Digest drawn, key->draw(purpose, bytes));
    return bytes_of(drawn) == digest;
  }

  // `utf16`: of the input.
  Result<void> check(const Unit& unit, const DocumentRow& row, const Reading& reading,
                     UnitKind kind, const std::optional<Utf16>& utf16) {
    const bool is_done = row.state == "done";
    if (!row.source.empty()) {
      REDACT_ASSIGN(const bool is_same, agrees(row, kSourceDigest, unit.text, row.source));
      if (!is_same) tell(row.input, row.number, "the source has changed");
      REDACT_TRY(check_context(unit, row));
    } else if (is_done) {
      tell(row.input, row.number, "no digest");
    }
    written_.reset();
    REDACT_TRY(check_state(row));
    if (!written_) return {};
    if (is_done) {
      const std::string change =
          find_change(unit, unit.is_record ? std::string(*written_) : in_utf8(*written_, utf16),
                      row.edits, reading);
      if (!change.empty()) tell(row.input, row.number, change);
    } else if (!unit.is_record && kind != UnitKind::kRow) {
      tell(row.input, row.number, "is " + row.state + ", but has a result");
    }
    return {};
  }

  // Compares all of a line or row that its result holds or depends on, beside its text.
  Result<void> check_context(const Unit& unit, const DocumentRow& row) {
    if (unit.number == 0 || unit.is_resource) return {};
    const std::string context =
        message_of({unit.id, unit.patient, unit.kept, unit.before, unit.after});
    REDACT_ASSIGN(const bool is_same, agrees(row, kContextDigest, context, row.context));
    if (!is_same) {
      tell(row.input, row.number,
           "id, patient, kept fields or the bytes around the text have changed in the source");
    }
    return {};
  }

  // Finds sources that the journal lacks: new documents, or lines that the run did not reach.
  Result<void> check_other_sources() {
    for (const auto& [name, path] : sources_) {
      if (seen_.contains(name)) continue;
      if (n_pending_ > 0 && last_reading_) {
        const UnitKind kind = kind_of(std::string(without_compression(name)), *last_reading_);
        const auto content = kind == UnitKind::kText ? Result<SourceContent>(SourceContent())
                                                     : read_content(path, kind);
        if (kind != UnitKind::kText && content.ok()) {
          n_pending_ +=
              units_of(std::string(without_compression(name)), content->bytes, *last_reading_)
                  .units.size();
          continue;
        }
      }
      tell(name, 0, "not in the journal");
    }
    return {};
  }

  // Whether the bytes between documents are known. The end of an input is where its row says. Rows
  // of version 2 do not say it: there, the bytes after a file's last document belong to that
  // document's input, and the bytes between documents of several inputs to any of them.
  Result<bool> is_known_gap(const std::string& name, std::string_view bytes, bool is_last) const {
    if (rows_.have_macs()) return bytes.empty();
    const auto own = tails_.find(name);
    if (is_last && own != tails_.end()) return is_tail(own->second, bytes);
    if (bytes.empty()) return true;
    for (const auto& [output, end] : tails_) {
      REDACT_ASSIGN(const bool is_one, is_tail(end, bytes));
      if (is_one) return true;
    }
    return false;
  }

  Result<bool> is_tail(const EndRow& end, std::string_view bytes) const {
    DocumentRow row;
    row.run = end.run;
    return agrees(row, kResultDigest, bytes, end.tail);
  }

  JournalRows rows_;
  NamedPaths sources_;
  std::optional<Error> missing_;
  const Tell& tell_;
  ResultFiles results_;
  AuditCounts counts_;
  std::map<size_t, std::string> setups_;
  std::map<size_t, RunRow> runs_;
  std::map<std::string, EndRow> tails_;  // of version 2, by their files
  std::map<std::string, EndRow> ends_;   // by their inputs
  std::set<std::string> seen_;           // inputs
  std::optional<Reading> last_reading_;
  std::optional<std::string_view> written_;
  size_t n_pending_ = 0;
};

}  // namespace

Result<AuditCounts> audit(
    const AuditPaths& paths,
    const std::function<void(const std::string& document, const std::string& finding)>& tell) {
  REDACT_ASSIGN(JournalRows rows, JournalRows::open(paths.journal, paths.key_file));
  REDACT_ASSIGN(NamedPaths sources, blame("SOURCES", files_of(paths.sources, true)));
  std::erase_if(sources, [&](const auto& source) { return !paths.files.select(source.first); });
  auto results = blame("RESULTS", results_of(paths.sources, paths.results));
  // A batch that is withheld as a whole leaves no results, nor a folder for them.
  std::optional<Error> missing;
  if (!results.ok()) {
    if (results.error().kind != ErrorKind::kNotFound) return results.error();
    missing = results.error();
  }
  return Audit(std::move(rows), std::move(sources),
               results.ok() ? *std::move(results) : NamedPaths(), std::move(missing), tell)
      .run();
}

}  // namespace redact::batch
