// SPDX-License-Identifier: Apache-2.0
#include "tools/batch/merge.h"

#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_set>
#include <utility>

#include "base/file_io.h"
#include "crypto/secret.h"
#include "program/batch/journal.h"
#include "program/batch/past.h"
#include "redactor/records/sealed_mapping.h"

namespace redact::batch {

namespace {

using OrderedJson = nlohmann::ordered_json;

Error refuse(const std::string& why) { return {ErrorKind::kBadInput, "merge", why}; }

// What a journal must have in common with the others.
struct Part {
  std::string path, setup;
  int version = kJournalVersion;
  unsigned index = 0, count = 0;  // its share
};

Result<Part> look_at(const std::string& path, const std::string& where, const JournalKeys& keys) {
  REDACT_ASSIGN(Database database, blame(where, Database::read(path)));
  REDACT_ASSIGN(const int version, blame(where, check_journal(database, keys)));
  REDACT_ASSIGN(Past past, blame(where, Past::open(database)));
  REDACT_ASSIGN(const auto setups, blame(where, past.setups()));
  REDACT_ASSIGN(const auto last, blame(where, past.last_run()));
  if (!last) return refuse(where + " has no run");
  if (setups.size() > 1) return refuse(where + " holds documents of several settings");
  Part part{path, setups.empty() ? std::string() : setups.begin()->second, version};
  if (std::sscanf(last->shard.c_str(), "%9u/%9u", &part.index, &part.count) != 2) {
    return refuse(where + " has no share");
  }
  return part;
}

// The name of a key in "hmac:NAME:HEX"; empty for another value.
std::string key_in(const std::string& value) {
  constexpr std::string_view kMark = "hmac:";
  return value.starts_with(kMark) ? value.substr(kMark.size(), value.rfind(':') - kMark.size())
                                  : "";
}

// A setting; empty if there is none. A damaged journal may hold one that is not text.
std::string setting(const OrderedJson& setup, const std::string& name) {
  const auto at = setup.find(name);
  if (at == setup.end()) return "";
  return at->is_string() ? at->get<std::string>() : at->dump();
}

Result<void> compare(const Part& one, const Part& other) {
  if (one.setup.empty() || other.setup.empty()) return {};  // a share without documents
  const OrderedJson a = OrderedJson::parse(one.setup, nullptr, false),
                    b = OrderedJson::parse(other.setup, nullptr, false);
  if (!a.is_object() || !b.is_object()) return refuse("a journal has settings that cannot be read");
  std::set<std::string> names;
  for (const OrderedJson* setup : {&a, &b}) {
    for (const auto& [name, value] : setup->items()) names.insert(name);
  }
  for (const std::string& name : names) {
    const std::string mine = setting(a, name), yours = setting(b, name);
    if (mine == yours) continue;
    if (!key_in(mine).empty() && !key_in(yours).empty() && key_in(mine) != key_in(yours)) {
      return refuse("whether the files of " + std::string(setting_name(name)) +
                    " agree cannot be told: the journals have "
                    "keys of their own; give shares one key by copying the FILE.key of the first "
                    "before the others start");
    }
    return refuse("the journals differ in " + std::string(setting_name(name)));
  }
  return {};
}

Result<void> check_shares(const std::vector<Part>& parts) {
  std::set<unsigned> indices;
  const Part* first = &parts.front();  // with documents
  for (const Part& part : parts) {
    if (first->setup.empty()) first = &part;
    REDACT_TRY(compare(*first, part));
    if (part.count != parts.front().count) return refuse("the journals count shares differently");
    if (!indices.insert(part.index).second) {
      return refuse("share " + std::to_string(part.index) + " is there twice");
    }
  }
  for (unsigned i = 1; i <= parts.front().count; ++i) {
    if (!indices.contains(i)) return refuse("share " + std::to_string(i) + " is missing");
  }
  return {};
}

Result<void> append(Database& database, const Part& part, int version) {
  REDACT_ASSIGN(Statement attach, database.prepare("ATTACH ? AS part"));
  REDACT_TRY(attach.with(part.path).run());
  const std::string share = "'shard-" + std::to_string(part.index) + "'";
  const std::string named = "iif(output = '' AND output_end > 0, " + share + ", output)";
  const bool has_places = part.version != kJournalWithoutMacs && version != kJournalWithoutMacs;
  const std::string places = has_places ? ", output_begin, output_end" : "";
  const std::string sql =
      "BEGIN IMMEDIATE;"
      "INSERT OR IGNORE INTO setup(facts) SELECT facts FROM part.setup;"
      "CREATE TEMP TABLE offset AS SELECT coalesce(max(id), 0) AS n FROM main.run;"
      "INSERT INTO run(id, setup, key, shard, host, threads, started, ended, how) SELECT r.id + n, "
      "s.id, r.key, r.shard, r.host, r.threads, r.started, "
      "r.ended, r.how FROM part.run r JOIN part.setup p ON p.id = "
      "r.setup JOIN main.setup s ON s.facts = p.facts, temp.offset;"
      "INSERT INTO output(name, partial, size, state) SELECT iif(name = '', " +
      share +
      ", name), partial, size, state FROM "
      "part.output;"
      "INSERT INTO input(name, run, state, error, output, tail" +
      places + ") SELECT name, run + n, state, error, " + (has_places ? named : "output") +
      ", tail" + places +
      " FROM part.input, temp.offset WHERE true ON CONFLICT DO NOTHING;"
      "INSERT INTO document(input, number, id, state, run, source, context, result, bytes, review, "
      "output, output_begin, output_end, reasons, edits, labels, finders, scores, error, finished, "
      "seconds) SELECT input, number, id, state, run + n, source, context, result, bytes, "
      "review, " +
      named +
      ", output_begin, output_end, reasons, edits, labels, finders, scores, error, finished, "
      "seconds FROM part.document, temp.offset;"
      "DROP TABLE temp.offset;"
      "COMMIT; DETACH part;";
  return database.run(sql.c_str());
}

// `is_ours`: whether the file is of this merge.
Result<void> merge_into(const JournalPlace& merged, const std::vector<Part>& parts, bool& is_ours) {
  int version = kJournalVersion;  // rows that nobody vouched for get no MACs here
  for (const Part& part : parts) version = std::min(version, part.version);
  REDACT_ASSIGN(const auto journal, blame("merge", Journal::create(merged, version)));
  is_ours = true;
  for (const Part& part : parts) {
    if (auto appended = append(journal->database(), part, version); !appended.ok()) {
      return refuse("a document or a result is in two journals, or one cannot be read (" +
                    appended.error().message() + ")");
    }
  }
  // From here on, the journal is one of all documents.
  std::string setup;
  for (const Part& part : parts) setup = part.setup.empty() ? setup : part.setup;
  REDACT_TRY(journal->begin({setup, "1/1", "", 0}));
  return journal->end("merged");
}

// A value that a run wrote has at most two levels. Deeper ones are left out: writing them takes an
// equally deep stack.
OrderedJson written(const std::string& text) {
  return OrderedJson::parse(
      text, [](int depth, OrderedJson::parse_event_t, OrderedJson&) { return depth <= 3; }, false);
}

// The seconds since 1970 of a date of ISO 8601, as SQLite reads it.
Result<double> seconds_of(Database& database, const std::string& time) {
  REDACT_ASSIGN(
      Statement row,
      database.prepare(
          "SELECT CAST(strftime('%s', ?1) AS REAL) WHERE ?1 GLOB '[0-9][0-9][0-9][0-9]-*'"));
  REDACT_ASSIGN(const bool is_date, row.with(time).step());
  if (!is_date || row.is_null(0)) {
    return Error{ErrorKind::kMisuse, "--since",
                 "is not a time such as 2026-11-28 or 2026-11-28T22:00:00Z"};
  }
  return row.real(0);
}

}  // namespace

Result<void> merge_journals(const std::string& merged, const std::vector<std::string>& journals,
                            const std::string& key_file) {
  namespace fs = std::filesystem;
  std::error_code unknown;
  const bool has_key_file = !key_file.empty();
  const JournalPlace place{merged, has_key_file ? key_file : JournalKeys::place_beside(merged)};
  if (fs::exists(merged, unknown) || (!has_key_file && fs::exists(place.key_file, unknown))) {
    return Error{ErrorKind::kMisuse, "-o", "the file or its key file already exists"};
  }
  std::vector<Part> parts;
  std::vector<JournalKeys> keys;
  for (size_t i = 0; i < journals.size(); ++i) {
    const std::string where = "journal " + std::to_string(i + 1);
    REDACT_ASSIGN(
        JournalKeys of_part,
        blame(where,
              JournalKeys::read(has_key_file ? key_file : JournalKeys::place_beside(journals[i]))));
    REDACT_ASSIGN(Part part, look_at(journals[i], where, of_part));
    parts.push_back(std::move(part));
    keys.push_back(std::move(of_part));
  }
  REDACT_TRY(check_shares(parts));
  if (!has_key_file) REDACT_TRY(blame("-o", JournalKeys::write(place.key_file, keys)));
  bool is_ours = !has_key_file;  // another merge into this name has failed at the key file
  Result<void> done = merge_into(place, parts, is_ours);
  if (done.ok() || !is_ours) return done;
  for (const char* ending : {"", "-wal"}) ::unlink((merged + ending).c_str());
  if (!has_key_file) ::unlink(place.key_file.c_str());
  return done;
}

Result<void> merge_mappings(const std::string& merged, const std::vector<std::string>& mappings,
                            const std::string& key_file, Secret::TextKeys text) {
  std::error_code unknown;
  if (std::filesystem::exists(merged, unknown)) {
    return Error{ErrorKind::kMisuse, "-o", "the file already exists"};
  }
  REDACT_ASSIGN(const Secret key, blame("--key-file", Secret::read(key_file, text)));
  REDACT_ASSIGN(AtomicFile out, blame("-o", AtomicFile::create(merged)));
  std::unordered_set<std::string> written;
  for (size_t i = 0; i < mappings.size(); ++i) {
    const std::string where = "mapping " + std::to_string(i + 1);
    REDACT_ASSIGN(std::string content, blame(where, read_file(mappings[i])));
    content.resize(content.rfind('\n') + 1);  // what a killed run left of a line
    const auto add = [&](const std::string& line, size_t number) -> Result<void> {
      const auto of = sealed_for(line);
      if (!of)
        return Error{ErrorKind::kBadInput, "line " + std::to_string(number),
                     "is not a line of a mapping"};
      REDACT_TRY(check_scheme(of->scheme));
      if (!is_sealed_by(key, line)) {
        return Error{ErrorKind::kBadInput, "line " + std::to_string(number),
                     "was sealed under another key"};
      }
      if (!written.insert(line).second) return {};
      return out.write(line + "\n");
    };
    REDACT_TRY(blame(where, for_each_line(content, add)));
  }
  REDACT_ASSIGN(const bool is_new, blame("-o", out.commit_new()));
  if (!is_new) return Error{ErrorKind::kMisuse, "-o", "the file already exists"};
  return {};
}

Result<void> export_documents(const std::string& journal, const Wanted& wanted, std::FILE* out) {
  REDACT_ASSIGN(Database database, blame("journal", Database::read(journal)));
  double since = 0;
  if (!wanted.since.empty()) {
    REDACT_ASSIGN(since, seconds_of(database, wanted.since));
  }
  REDACT_ASSIGN(
      Statement row,
      blame("journal", database.prepare("SELECT input, number, id, state, error, review, reasons, "
                                        "edits, labels, finders, bytes, finished, seconds "
                                        "FROM document "
                                        "WHERE (?1 = '' OR input = ?1 OR id = ?1) "
                                        "AND (?2 = 0 OR finished >= ?2) ORDER BY input, number")));
  row.with(wanted.name, since);
  for (bool is_first = true;; is_first = false) {
    REDACT_ASSIGN(const bool is_there, blame("journal", row.step()));
    if (!is_there && is_first && !wanted.name.empty()) {
      return Error{ErrorKind::kBadInput, "journal",
                   wanted.since.empty() ? "has no document with this path or id"
                                        : "has no document with this path or id since then"};
    }
    if (!is_there) return {};
    OrderedJson line = {{"path", row.text(0)}};
    if (row.number(1) > 0) line["number"] = row.number(1);
    line["id"] = row.text(2);
    line["state"] = row.text(3);
    if (row.text(3) == "withheld") line["error"] = row.text(4);
    if (row.text(3) == "done") {
      line["status"] = row.number(5) != 0 ? "review" : "ok";
      const std::pair<const char*, int> lists[] = {
          {"review", 6}, {"edits", 7}, {"labels", 8}, {"found_by", 9}};
      for (const auto& [name, column] : lists) {
        line[name] = written(row.text(column));
      }
      line["bytes"] = row.number(10);
    }
    line["finished"] = row.real(11);
    line["seconds"] = row.real(12);
    const std::string text =
        line.dump(-1, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
    if (std::fwrite(text.data(), 1, text.size(), out) != text.size()) {
      return Error{ErrorKind::kIo, "standard output", "cannot be written"};
    }
  }
}

}  // namespace redact::batch
