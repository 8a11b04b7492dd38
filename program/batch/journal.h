// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "program/batch/entry.h"
#include "program/batch/journal_key.h"
#include "program/batch/row_macs.h"
#include "program/batch/run_lock.h"
#include "program/batch/schema.h"
#include "program/batch/sqlite.h"
#include "program/growing_output.h"

namespace redact {

// The paths of a journal and its keys. Anyone who can write the journal and read its keys can forge
// it, so the keys should be kept elsewhere.
struct JournalPlace {
  std::string path;
  std::string key_file = JournalKeys::place_beside(path);
};

// A run, as the journal describes it.
struct RunFacts {
  std::string setup;  // JSON object of everything that decides the results
  std::string shard;  // "2/8"; "1/1": all documents
  std::string host;
  int n_threads = 0;
};

// The end of an input of lines or rows. `error` is the reason that the input is withheld as a
// whole; its documents are then forgotten.
struct InputEnd {
  std::string input, error;
  std::optional<Digest> tail = {};  // of the bytes that follow its last document
  std::string output = {};          // the file that holds them, relative to the output folder
  size_t output_begin = 0, output_end = 0;
};
using JournalStep = std::variant<JournalEntry, InputEnd>;

// The journal of a batch: the documents that are done, withheld or pending, and the runs that
// worked on them. A SQLite database of mode 0600 that one run has open at a time. record() returns
// when its rows are on the disk; marks of documents in hand survive the end of the process but not
// of the machine. Safe for concurrent calls.
class Journal {
 public:
  // Opens a journal and its keys, or creates both if there is no journal. kIo if another run has it
  // open; kBadInput if the file is something else, its keys are lost, or a row was changed without
  // them. All rows are read to check this.
  static Result<std::unique_ptr<Journal>> open(const JournalPlace& place);
  // Creates a journal. kMisuse if there is one already, perhaps since a moment ago.
  static Result<std::unique_ptr<Journal>> create(const JournalPlace& place,
                                                 int version = kJournalVersion);

  Database& database() { return database_; }
  const JournalKeys& keys() const { return keys_; }
  // False for version 2, whose rows have no codes.
  bool has_macs() const { return macs_ != nullptr; }
  // The key of this run's digests.
  const Secret& key() const { return *keys_.find(keys_.first()); }

  // Begins a run.
  Result<void> begin(const RunFacts& facts);
  // `next` names the inputs that are one document each, and ends with nullopt. Inputs without a row
  // become pending. Rows of earlier pending documents are removed.
  Result<void> expect(const std::function<std::optional<std::string>()>& next);
  // Forgets the documents of inputs of lines or rows, and outputs, which will be written again.
  Result<void> forget_input(const std::string& name);
  Result<void> forget_output(const std::string& name);
  Result<void> forget_all();

  // Records written documents, and the new lengths of growing outputs, in one transaction.
  Result<void> record(const std::vector<JournalStep>& steps,
                      const std::vector<GrowingOutput>& outputs);
  // Called before a growing file is created.
  Result<void> mark_output(const GrowingOutput& output);
  // Called after complete outputs have been put in their place.
  Result<void> mark_in_place(const std::vector<std::string>& outputs);

  // Marks that documents up to this one may be in hand, or that this one is in hand alone, for the
  // `tries`th time in a row.
  Result<void> mark_reached(const DocumentPlace& place);
  Result<void> mark_alone(const DocumentPlace& place, size_t tries);

  // Ends the run with "done" or the reason that it stopped. A run without an end was killed.
  Result<void> end(const std::string& how);

 private:
  Journal(RunLock lock, Database database, JournalKeys keys)
      : lock_(std::move(lock)), database_(std::move(database)), keys_(std::move(keys)) {}

  static Result<std::unique_ptr<Journal>> open(const JournalPlace& place, RunLock lock,
                                               int version);

  Result<void> make_tables(int version);
  Result<void> check_tables(int version);
  Result<void> prepare();
  Result<void> put(const JournalEntry& entry);
  Result<void> put(const InputEnd& end);
  Result<void> put(const GrowingOutput& output);
  // Runs `write` as one transaction. If `is_safe`, it is on the disk afterwards.
  template <typename Write>
  Result<void> transact(bool is_safe, Write write);

  std::mutex mutex_;
  RunLock lock_;
  Database database_;
  JournalKeys keys_;
  std::unique_ptr<RowMacs> macs_;  // nullptr for version 2
  int64_t run_ = 0;
  struct Statements;
  std::shared_ptr<Statements> statements_;
};

// The version of a journal that is open for reading. kBadInput if the file is not a journal, or if
// a row was changed without its keys.
Result<int> check_journal(Database& database, const JournalKeys& keys);

// A name of RunFacts::setup for messages: "settings" if no run writes such a name, since a damaged
// journal may hold any.
std::string_view setting_name(std::string_view name);
std::string_view state_name(DocumentState state);
std::string_view state_name(GrowingOutput::State state);

// The clock of the times in a journal.
double seconds_since_1970();

}  // namespace redact
