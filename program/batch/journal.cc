// SPDX-License-Identifier: Apache-2.0
#include "program/batch/journal.h"

#include <chrono>
#include <system_error>
#include <utility>

#include "base/file_io.h"

namespace redact {

namespace {

Error no_journal() {
  return {ErrorKind::kBadInput, "", "is not a journal of this version of redact"};
}

Result<int> version_of(Database& database) {
  REDACT_ASSIGN(Statement version, database.prepare("PRAGMA user_version"));
  REDACT_TRY(version.step());
  return static_cast<int>(version.number(0));
}

// The tables and other objects of a database, as SQLite describes them.
Result<std::string> schema_of(Database& database) {
  REDACT_ASSIGN(Statement all,
                database.prepare("SELECT coalesce(group_concat(line, ';'), '') FROM "
                                 "(SELECT type || ' ' || name || ' ' || tbl_name || ' ' || "
                                 "coalesce(sql, '') AS line FROM sqlite_schema "
                                 "ORDER BY name)"));
  REDACT_TRY(all.step());
  return all.text(0);
}

// A foreign view or trigger in the database could do anything.
Result<bool> has_schema(Database& database, int version) {
  if (version != kJournalVersion && version != kJournalWithoutMacs) return false;
  REDACT_ASSIGN(Database sound, Database::open(":memory:"));
  REDACT_TRY(sound.run(journal_schema(version).c_str()));
  REDACT_ASSIGN(const std::string expected, schema_of(sound));
  REDACT_ASSIGN(const std::string found, schema_of(database));
  return found == expected;
}

// Creates the folder of a journal, and locks the journal.
Result<RunLock> take(const std::string& path) {
  if (const std::error_code failed = make_parent_folder(path)) {
    return Error{ErrorKind::kIo, "create the folder", failed.message()};
  }
  return RunLock::take(path);
}

}  // namespace

double seconds_since_1970() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

struct Journal::Statements {
  Statement put_document, put_input, forget_input, put_output, in_place, reached, alone;
};

std::string_view setting_name(std::string_view name) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789-_ ";
  const bool is_one = name.size() < 30 && name.find_first_not_of(kLetters) == name.npos;
  return is_one && !name.empty() ? name : "settings";
}

std::string_view state_name(DocumentState state) {
  switch (state) {
    case DocumentState::kPending: return "pending";
    case DocumentState::kDone: return "done";
    case DocumentState::kWithheld: return "withheld";
  }
  return {};
}

std::string_view state_name(GrowingOutput::State state) {
  switch (state) {
    case GrowingOutput::State::kOpen: return "open";
    case GrowingOutput::State::kWhole: return "whole";
    case GrowingOutput::State::kInPlace: return "in place";
  }
  return {};
}

Result<std::unique_ptr<Journal>> Journal::open(const JournalPlace& place) {
  REDACT_ASSIGN(RunLock lock, take(place.path));
  return open(place, std::move(lock), kJournalVersion);
}

Result<std::unique_ptr<Journal>> Journal::create(const JournalPlace& place, int version) {
  REDACT_ASSIGN(RunLock lock, take(place.path));
  REDACT_ASSIGN(const bool is_new, lock.is_empty());
  if (!is_new) {
    return Error{ErrorKind::kMisuse, "", "the file already exists; use --resume to go on with it"};
  }
  return open(place, std::move(lock), version);
}

// `version` is that of a new journal.
Result<std::unique_ptr<Journal>> Journal::open(const JournalPlace& place, RunLock lock,
                                               int version) {
  // The keys are written first: a run that is killed in between leaves unused keys.
  REDACT_ASSIGN(const bool is_new, lock.is_empty());
  REDACT_ASSIGN(JournalKeys keys, is_new ? JournalKeys::read_or_create(place.key_file)
                                         : JournalKeys::read(place.key_file));
  REDACT_ASSIGN(Database database, Database::open(place.path));
  std::unique_ptr<Journal> journal(
      new Journal(std::move(lock), std::move(database), std::move(keys)));
  REDACT_TRY(journal->make_tables(version));
  REDACT_TRY(journal->prepare());
  return journal;
}

Result<void> Journal::make_tables(int version) {
  REDACT_ASSIGN(const int found, version_of(database_));
  if (found != 0) return check_tables(found);
  REDACT_ASSIGN(const std::string tables, schema_of(database_));
  if (!tables.empty()) return no_journal();
  REDACT_TRY(database_.run("PRAGMA journal_mode=WAL"));
  REDACT_TRY(database_.run("BEGIN IMMEDIATE"));
  REDACT_TRY(database_.run(journal_schema(version).c_str()));
  if (version == kJournalVersion) {
    REDACT_ASSIGN(macs_, RowMacs::begin(database_, keys_));
    REDACT_TRY(macs_->watch(database_));
  }
  const std::string sql = "PRAGMA user_version=" + std::to_string(version) + ";COMMIT;";
  return database_.run(sql.c_str());
}

// `version` is the one in the file.
Result<void> Journal::check_tables(int version) {
  REDACT_ASSIGN(const bool are_sound, has_schema(database_, version));
  if (!are_sound) return no_journal();
  REDACT_TRY(database_.run("PRAGMA journal_mode=WAL"));
  if (version == kJournalWithoutMacs) return {};
  REDACT_ASSIGN(macs_, RowMacs::check(database_, keys_));
  return macs_->watch(database_);
}

Result<int> check_journal(Database& database, const JournalKeys& keys) {
  REDACT_ASSIGN(const int version, version_of(database));
  REDACT_ASSIGN(const bool are_sound, has_schema(database, version));
  if (!are_sound) return no_journal();
  if (version != kJournalWithoutMacs) REDACT_TRY(RowMacs::check(database, keys));
  return version;
}

Result<void> Journal::prepare() {
  REDACT_ASSIGN(
      Statement document,
      database_.prepare(
          "REPLACE INTO document(input, number, id, state, run, source, context, result, bytes, "
          "review, output, output_begin, output_end, reasons, edits, labels, finders, "
          "scores, error, finished, seconds) VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"));
  const bool has_places = macs_ != nullptr;  // of tails, since version 3
  REDACT_ASSIGN(Statement input,
                database_.prepare(std::string("REPLACE INTO input(name, run, state, error, output, "
                                              "tail") +
                                  (has_places ? ", output_begin, output_end" : "") +
                                  ") VALUES(?1,?2,?3,?4,?5,?6" + (has_places ? ",?7,?8)" : ")")));
  REDACT_ASSIGN(Statement forget, database_.prepare("DELETE FROM document WHERE input = ?"));
  REDACT_ASSIGN(
      Statement output,
      database_.prepare("REPLACE INTO output(name, partial, size, state) VALUES(?,?,?,?)"));
  REDACT_ASSIGN(Statement in_place,
                database_.prepare("UPDATE output SET state = 'in place' WHERE name = ?"));
  REDACT_ASSIGN(Statement reached,
                database_.prepare("UPDATE run SET reached_input = ?, reached_number = ?, "
                                  "alone_input = NULL WHERE id = ?"));
  REDACT_ASSIGN(Statement alone,
                database_.prepare("UPDATE run SET alone_input = ?, alone_number = ?, "
                                  "alone_tries = ? WHERE id = ?"));
  statements_ = std::make_shared<Statements>(
      Statements{std::move(document), std::move(input), std::move(forget), std::move(output),
                 std::move(in_place), std::move(reached), std::move(alone)});
  return {};
}

template <typename Write>
Result<void> Journal::transact(bool is_safe, Write write) {
  const std::lock_guard lock(mutex_);
  REDACT_TRY(database_.run(is_safe ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=NORMAL"));
  REDACT_TRY(database_.run("BEGIN IMMEDIATE"));
  const Tally before = macs_ ? macs_->tally() : Tally();
  Result<void> written = write();
  if (written.ok() && macs_) written = macs_->record(database_);
  if (written.ok()) written = database_.run("COMMIT");
  if (written.ok()) return written;
  static_cast<void>(database_.run("ROLLBACK"));
  if (macs_) macs_->restore(before);
  return written;
}

Result<void> Journal::begin(const RunFacts& facts) {
  return transact(true, [&]() -> Result<void> {
    REDACT_ASSIGN(Statement setup,
                  database_.prepare("INSERT OR IGNORE INTO setup(facts) VALUES(?)"));
    REDACT_TRY(setup.with(facts.setup).run());
    REDACT_ASSIGN(Statement run,
                  database_.prepare("INSERT INTO run(setup, key, shard, host, threads, started) "
                                    "SELECT id, ?, ?, ?, ?, ? FROM setup WHERE facts = ? "
                                    "RETURNING id"));
    run.with(keys_.first(), facts.shard, facts.host, facts.n_threads, seconds_since_1970(),
             facts.setup);
    REDACT_TRY(run.step());
    run_ = run.number(0);
    return run.run();
  });
}

Result<void> Journal::expect(const std::function<std::optional<std::string>()>& next) {
  return transact(true, [&]() -> Result<void> {
    REDACT_TRY(database_.run("DELETE FROM document WHERE state = 'pending'"));
    REDACT_ASSIGN(Statement pending,
                  database_.prepare("INSERT OR IGNORE INTO document(input, number, state) "
                                    "VALUES(?, 0, 'pending')"));
    while (const auto input = next()) REDACT_TRY(pending.with(*input).run());
    return {};
  });
}

Result<void> Journal::forget_input(const std::string& name) {
  return transact(true, [&]() -> Result<void> {
    REDACT_TRY(statements_->forget_input.with(name).run());
    REDACT_ASSIGN(Statement input, database_.prepare("DELETE FROM input WHERE name = ?"));
    return input.with(name).run();
  });
}

Result<void> Journal::forget_output(const std::string& name) {
  return transact(true, [&]() -> Result<void> {
    REDACT_ASSIGN(Statement output, database_.prepare("DELETE FROM output WHERE name = ?"));
    return output.with(name).run();
  });
}

Result<void> Journal::forget_all() {
  return transact(true, [&] {
    return database_.run("DELETE FROM document; DELETE FROM input; DELETE FROM output;");
  });
}

Result<void> Journal::put(const JournalEntry& entry) {
  const auto blob = [](const std::optional<Digest>& digest) {
    return digest ? bytes_of(*digest) : std::string_view();
  };
  return statements_->put_document
      .with(entry.place.input, entry.place.number, entry.id, std::string(state_name(entry.state)),
            run_, Blob{blob(entry.source)}, Blob{blob(entry.context)}, Blob{blob(entry.result)},
            entry.n_bytes, entry.needs_review ? 1 : 0, entry.output, entry.output_begin,
            entry.output_end, entry.reasons, entry.edits, entry.labels, entry.finders,
            entry.keeps_scores ? entry.scores : std::string(), entry.error, entry.finished,
            entry.seconds)
      .run();
}

Result<void> Journal::put(const InputEnd& end) {
  const bool is_withheld = !end.error.empty();
  if (is_withheld) REDACT_TRY(statements_->forget_input.with(end.input).run());
  const char* state = is_withheld ? "withheld" : "done";
  const Blob tail{end.tail ? bytes_of(*end.tail) : std::string_view()};
  Statement& put = statements_->put_input;
  return (macs_ ? put.with(end.input, run_, state, end.error, end.output, tail, end.output_begin,
                           end.output_end)
                : put.with(end.input, run_, state, end.error, end.output, tail))
      .run();
}

Result<void> Journal::put(const GrowingOutput& output) {
  return statements_->put_output
      .with(output.name, output.partial, output.size, std::string(state_name(output.state)))
      .run();
}

Result<void> Journal::record(const std::vector<JournalStep>& steps,
                             const std::vector<GrowingOutput>& outputs) {
  if (steps.empty() && outputs.empty()) return {};
  return transact(true, [&]() -> Result<void> {
    for (const JournalStep& step : steps) {
      REDACT_TRY(std::visit([this](const auto& one) { return put(one); }, step));
    }
    for (const GrowingOutput& output : outputs) REDACT_TRY(put(output));
    return {};
  });
}

Result<void> Journal::mark_output(const GrowingOutput& output) {
  return transact(false, [&] { return put(output); });
}

Result<void> Journal::mark_in_place(const std::vector<std::string>& outputs) {
  if (outputs.empty()) return {};
  return transact(false, [&]() -> Result<void> {
    for (const std::string& name : outputs) REDACT_TRY(statements_->in_place.with(name).run());
    return {};
  });
}

Result<void> Journal::mark_reached(const DocumentPlace& place) {
  return transact(false,
                  [&] { return statements_->reached.with(place.input, place.number, run_).run(); });
}

Result<void> Journal::mark_alone(const DocumentPlace& place, size_t tries) {
  return transact(
      false, [&] { return statements_->alone.with(place.input, place.number, tries, run_).run(); });
}

Result<void> Journal::end(const std::string& how) {
  return transact(true, [&]() -> Result<void> {
    REDACT_ASSIGN(Statement end,
                  database_.prepare("UPDATE run SET ended = ?, how = ? WHERE id = ?"));
    return end.with(seconds_since_1970(), how, run_).run();
  });
}

}  // namespace redact
