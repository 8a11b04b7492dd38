// SPDX-License-Identifier: Apache-2.0
// An attacker who can write the results and the journal of a batch, but lacks its key, changes
// bytes, lines, files, links, rows and cells at random. An oracle that knows nothing of codes
// compares the batch before and after: redact-verify's audit must notice every change that matters,
// and a run that would continue the batch every change of the journal. The one exception is an
// older journal that is put back as a whole together with its results. REDACT_MANIPULATIONS: the
// number of trials (default 600); REDACT_SEED.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "program/batch/journal.h"
#include "tests/attack/audited_batch.h"

namespace redact::batch {
namespace {

size_t from_environment(const char* name, size_t otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr ? otherwise : std::strtoull(value, nullptr, 10);
}

// The journal as one of version 2, whose rows have no codes; and all its documents withheld.
const std::string kVersion2 =
    "ALTER TABLE setup DROP COLUMN mac; ALTER TABLE run DROP COLUMN mac;"
    "ALTER TABLE output DROP COLUMN mac; ALTER TABLE input DROP COLUMN mac;"
    "ALTER TABLE input DROP COLUMN output_end; ALTER TABLE input DROP COLUMN output_begin;"
    "ALTER TABLE document DROP COLUMN mac; DROP TABLE tally; PRAGMA user_version=2;";
const std::string kAllWithheld =
    "UPDATE document SET state = 'withheld', source = x'', output = '', output_begin = 0, "
    "output_end = 0";

// Changes of results and journal at random.
class Attacker {
 public:
  Attacker(const Batch& batch, uint64_t seed) : batch_(batch), random_(seed) {
    write(batch_.aside(), batch_.old().journal);
    auto database = Database::read(batch_.aside()).value();
    for (const char* table : {"setup", "run", "output", "input", "document", "tally"}) {
      auto row = database
                     .prepare(std::string("SELECT group_concat(name) FROM pragma_table_info('") +
                              table + "')")
                     .value();
      row.step().value();
      std::vector<std::string> columns;
      const std::string all = row.text(0) + ",";
      for (size_t at = 0; at < all.size();) {
        const size_t end = all.find(',', at);
        columns.push_back(all.substr(at, end - at));
        at = end + 1;
      }
      tables_.emplace_back(table, std::move(columns));
    }
  }

  bool touched_journal() const { return touched_journal_; }

  // Makes one trial and describes it, for messages.
  std::string attack() {
    touched_journal_ = false;
    std::string said;
    for (size_t n = below(4) == 0 ? 2 + below(3) : 1; n > 0; --n) said += one() + "; ";
    return said;
  }

 private:
  size_t below(size_t n) { return n == 0 ? 0 : random_() % n; }
  template <typename List>
  auto pick(const List& list) {
    auto at = list.begin();
    std::advance(at, below(list.size()));
    return *at;
  }

  std::string one() {
    switch (below(10)) {
      case 0: return change_bytes(batch_.out() / pick(batch_.now().results).first);
      case 1: return change_lines(batch_.out() / pick(batch_.now().results).first);
      case 2: return change_files();
      case 3: touched_journal_ = true; return change_bytes(batch_.journal());
      case 4: touched_journal_ = true; return put_back();
      case 5: touched_journal_ = true; return change_schema();
      case 6: touched_journal_ = true; return withhold();
      default: touched_journal_ = true; return change_rows();
    }
  }

  std::string change_bytes(const fs::path& path) {
    if (!is_file(path)) return "nothing";
    std::string bytes = read(path);
    const size_t at = below(bytes.size() + 1), n = 1 + below(below(4) == 0 ? 40 : 3);
    const size_t kind = below(5);
    if (kind == 0 && !bytes.empty()) bytes[at % bytes.size()] ^= static_cast<char>(1 << below(8));
    if (kind == 1) bytes.erase(at, n);
    if (kind == 2) bytes.insert(at, n, static_cast<char>(pick(std::string("\n\0 x{\",0", 8))));
    if (kind == 3)
      bytes +=
          pick(std::vector<std::string>{"\n", "x", "\r\n", std::string(1, '\0'), "Mrs Ellison\n"});
    if (kind == 4) bytes.resize(at);
    write(path, bytes);
    return "bytes of " + path.filename().string() + " " + std::to_string(kind) + " at " +
           std::to_string(at);
  }

  std::string change_lines(const fs::path& path) {
    if (!is_file(path)) return "nothing";
    std::vector<std::string> lines;
    const std::string bytes = read(path);
    for (size_t at = 0; at < bytes.size();) {
      const size_t end = std::min(bytes.find('\n', at), bytes.size() - 1) + 1;
      lines.push_back(bytes.substr(at, end - at));
      at = end;
    }
    if (lines.empty()) return "nothing";
    const size_t a = below(lines.size()), b = below(lines.size()), kind = below(3);
    if (kind == 0) std::swap(lines[a], lines[b]);
    if (kind == 1) lines.erase(lines.begin() + static_cast<long>(a));
    if (kind == 2) lines.insert(lines.begin() + static_cast<long>(a), lines[b]);
    std::string all;
    for (const std::string& line : lines) all += line;
    write(path, all);
    return "lines of " + path.filename().string();
  }

  std::string change_files() {
    const std::string a = pick(batch_.now().results).first, b = pick(batch_.now().results).first;
    const fs::path one = batch_.out() / a, other = batch_.out() / b,
                   fresh = batch_.out() / "deep/new.txt";
    std::error_code ignored;
    const std::string bytes = read(one);
    const size_t kind = below(12);
    switch (kind) {
      case 0: fs::remove_all(one, ignored); break;
      case 1: fs::rename(one, fresh, ignored); break;
      case 2: fs::rename(one, other, ignored); break;
      case 3: fs::copy_file(one, fresh, fs::copy_options::overwrite_existing, ignored); break;
      case 4: {  // two change places
        const std::string mine = read(one), yours = read(other);
        write(one, yours);
        write(other, mine);
        break;
      }
      case 5:  // a link to the same bytes
        write(batch_.aside() + ".copy", bytes);
        fs::remove(one, ignored);
        fs::create_symlink(batch_.aside() + ".copy", one, ignored);
        break;
      case 6: fs::create_symlink("nowhere", fresh, ignored); break;
      case 7:
        fs::remove(one, ignored);
        fs::create_directory(one, ignored);
        break;
      case 8:
        fs::remove(one, ignored);
        ::mkfifo(one.c_str(), 0600);
        break;
      case 9: write(fresh, ""); break;
      case 10:  // a folder that is elsewhere
        fs::remove_all(batch_.aside() + ".deep", ignored);
        fs::rename(batch_.out() / "deep", batch_.aside() + ".deep", ignored);
        fs::create_directory_symlink(batch_.aside() + ".deep", batch_.out() / "deep", ignored);
        break;
      default:  // a link of another name to the same file: nothing that matters
        fs::remove(batch_.aside() + ".hard", ignored);
        fs::create_hard_link(one, batch_.aside() + ".hard", ignored);
    }
    return "files " + a + " " + b + " " + std::to_string(kind);
  }

  // Results or the journal of the first run, in part or whole.
  std::string put_back() {
    const size_t kind = below(3);
    if (kind != 0) batch_.restore_journal(batch_.old().journal);
    if (kind == 2) {
      batch_.restore_results(batch_.old().results);
    } else {
      const auto [name, content] = pick(batch_.old().results);
      if (fs::is_directory((batch_.out() / name).parent_path())) {
        fs::remove_all(batch_.out() / name);
        write(batch_.out() / name, content.substr(5));
      }
    }
    return "put back " + std::to_string(kind);
  }

  void run(const std::string& sql) {
    auto database = Database::open(batch_.journal());
    if (!database.ok()) return;
    const std::string attached = "ATTACH '" + batch_.aside() + "' AS old;" + sql;
    static_cast<void>(database->run(attached.c_str()));  // what breaks a constraint does nothing
  }

  std::string change_schema() {
    const std::string sql = pick(std::vector<std::string>{
        "CREATE TRIGGER t AFTER UPDATE ON run BEGIN DELETE FROM document; END",
        "CREATE TABLE more(x)", "CREATE VIEW more AS SELECT * FROM document",
        "ALTER TABLE document RENAME TO hidden; CREATE VIEW document AS SELECT * FROM hidden WHERE "
        "state = 'done'",
        "ALTER TABLE input RENAME TO hidden; CREATE VIEW input AS SELECT * FROM hidden",
        "CREATE TABLE copied AS SELECT * FROM document; DROP TABLE document; ALTER TABLE copied "
        "RENAME TO document",
        "CREATE INDEX i ON document(state)", "DROP TABLE tally", "DELETE FROM tally",
        "INSERT INTO tally SELECT * FROM tally", "PRAGMA user_version=2", "PRAGMA user_version=4",
        "ALTER TABLE document ADD COLUMN more", "ALTER TABLE document DROP COLUMN mac", kVersion2,
        kVersion2 + kAllWithheld, "UPDATE tally SET row_count = row_count - 1",
        "DELETE FROM document", "VACUUM"});
    run(sql);
    return sql;
  }

  // The document never was: no result, and a row that says why.
  std::string withhold() {
    const std::string name = pick(batch_.now().results).first;
    run("UPDATE document SET state = 'withheld', error = 'text: is PDF, not plain text'" +
        pick(std::vector<std::string>{"", ", output_end = output_begin",
                                      ", source = x'', output = '', output_end = 0"}) +
        " WHERE output = '" + name + "'");
    if (below(2) == 0) fs::remove_all(batch_.out() / name);
    return "withheld " + name;
  }

  std::string change_rows() {
    const auto [table, columns] = pick(tables_);
    const std::string column = pick(columns);
    const std::string key = table == "document"                     ? "(input, number)"
                            : table == "input" || table == "output" ? "name"
                                                                    : "rowid";
    const auto chosen = [&](const std::string& from, const std::string& what) {
      return "(SELECT " + what + " FROM " + from + "." + table + " LIMIT 1 OFFSET " +
             std::to_string(below(8)) + ")";
    };
    const std::string keys = table == "document" ? "input, number" : key;
    const std::string is_row = " WHERE " + key + " = " + chosen("main", keys);
    std::string sql;
    switch (below(7)) {
      case 0: sql = "DELETE FROM main." + table + is_row; break;
      case 1:
        sql = "REPLACE INTO main." + table + " SELECT * FROM old." + table + " LIMIT " +
              std::to_string(1 + below(3)) + " OFFSET " + std::to_string(below(12));
        break;
      case 2:
        sql = "UPDATE main." + table + " SET " + column + " = " + chosen("old", column) + is_row;
        break;
      case 3:
        sql = "UPDATE main." + table + " SET " + column + " = " + chosen("main", column) + is_row;
        break;
      case 4: {  // a row again under another name
        std::string values;
        for (const std::string& one : columns) {
          const bool is_name = one == "input" || one == "name" || one == "id" || one == "facts";
          values += (values.empty() ? "" : ",") + (is_name ? one + " || '2'" : one);
        }
        sql = "INSERT INTO main." + table + " SELECT " + values + " FROM main." + table +
              " LIMIT 1 OFFSET " + std::to_string(below(8));
        break;
      }
      default:
        sql = "UPDATE main." + table + " SET " + column + " = " +
              pick(std::vector<std::string>{"NULL",
                                            "0",
                                            "1",
                                            "-1",
                                            "3.5",
                                            "''",
                                            "x''",
                                            "x'00'",
                                            "'done'",
                                            "'withheld'",
                                            "'pending'",
                                            "'finished'",
                                            "'in place'",
                                            "'[]'",
                                            "'a0.txt'",
                                            "'../in/a0.txt'",
                                            column + " + 1",
                                            column + " || 'x'",
                                            "CAST(" + column + " AS BLOB)",
                                            "CAST(" + column + " AS TEXT)",
                                            "zeroblob(32)"}) +
              is_row;
    }
    run(sql);
    return sql;
  }

  const Batch& batch_;
  std::mt19937_64 random_;
  std::vector<std::pair<std::string, std::vector<std::string>>> tables_;
  bool touched_journal_ = false;
};

TEST(ManipulatedBatches, WhatMattersIsNoticed) {
  const size_t n_trials = from_environment("REDACT_MANIPULATIONS", 600);
  const size_t seed = from_environment("REDACT_SEED", 54);
  const Batch batch;
  ASSERT_EQ(batch.findings(), "");
  ASSERT_NE(batch.now().results, batch.old().results);
  Attacker attacker(batch, seed);
  size_t n_matter = 0, n_older = 0, n_alarms = 0, n_unnoticed = 0;
  for (size_t i = 0; i < n_trials; ++i) {
    const std::string said = attacker.attack();
    const std::string dump =
        attacker.touched_journal() ? dump_of(batch.journal()) : batch.now().dump;
    const Tree results = tree_of(batch.out());
    const bool is_journal_changed = dump != batch.now().dump;
    const bool matters = is_journal_changed || results != batch.now().results;
    const bool is_older = dump == batch.old().dump && results == batch.old().results;
    const std::string findings = batch.findings();
    n_matter += matters;
    n_older += is_older;
    n_alarms += !matters && !findings.empty();
    if (is_older) {
      EXPECT_EQ(findings, "") << said;
    } else if (matters && findings.empty()) {
      ++n_unnoticed;
      ADD_FAILURE() << "trial " << i << " with seed " << seed << ": " << said;
    }
    // A run would not continue it, unless it is as some run left it.
    if (is_journal_changed && dump != batch.old().dump && !dump.empty()) {
      EXPECT_FALSE(Journal::open({batch.journal(), batch.key()}).ok()) << said;
    }
    if (attacker.touched_journal()) batch.restore_journal(batch.now().journal);
    batch.restore_results(batch.now().results);
    if (n_unnoticed > 20) break;
  }
  EXPECT_EQ(batch.findings(), "");
  EXPECT_GT(n_matter, n_trials / 2);
  EXPECT_TRUE(n_older > 0 || n_trials < 300);
  std::printf(
      "%zu manipulations, %zu of them matter, %zu unnoticed; %zu older batches put back whole; "
      "%zu alarms without need\n",
      n_trials, n_matter, n_unnoticed, n_older, n_alarms);
}

}  // namespace
}  // namespace redact::batch
