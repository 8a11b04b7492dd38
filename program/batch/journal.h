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

// Where a journal and its keys lie. Whoever can write the journal and read its keys can make up
// what it says, so the keys had better lie elsewhere.
struct JournalPlace {
  std::string path;
  std::string key_file = JournalKeys::place_beside(path);
};

// A run, as the journal names it.
struct RunFacts {
  std::string setup;  // JSON object of what decides the results: name to value
  std::string shard;  // "2/8"; "1/1": all documents
  std::string host;
  int n_threads = 0;
};

// The end of an input of lines or rows. `error`: why it is withheld as a whole; its documents are
// then forgotten.
struct InputEnd {
  std::string input, error;
  std::optional<Digest> tail = {};  // of the bytes that follow its last document
  size_t n_tail_bytes = 0;
  std::string output = {};  // the file where they are, relative to the output folder
  size_t output_begin = 0, output_end = 0;
};
using JournalStep = std::variant<JournalEntry, InputEnd>;

// The journal of a batch: which documents were done, withheld or are pending, and by which runs. A
// SQLite database of mode 0600 that one run has open at a time. record() returns when its rows are
// on the disk; the marks of documents in hand survive the end of the process but not of the
// machine. Safe for concurrent calls.
class Journal {
 public:
  // Opens a journal and its keys; makes both if there is no journal. kIo if another run has it;
  // kBadInput if the file is something else, its keys are lost, or one of its rows was changed
  // without them. All rows are read for that.
  static Result<std::unique_ptr<Journal>> open(const JournalPlace& place);
  // The same of a new journal. kMisuse if there is one already, perhaps since a moment ago.
  static Result<std::unique_ptr<Journal>> create(const JournalPlace& place,
                                                 int version = kJournalVersion);

  Database& database() { return database_; }
  const JournalKeys& keys() const { return keys_; }
  // false: of version 2, whose rows nobody can vouch for.
  bool has_macs() const { return macs_ != nullptr; }
  // The key of this run's digests.
  const Secret& key() const { return *keys_.find(keys_.first()); }

  // Begins a run.
  Result<void> begin(const RunFacts& facts);
  // `next`: names the inputs that are one document each, and ends with nullopt; those without a row
  // are pending from now on. Rows of earlier pending documents are removed.
  Result<void> expect(const std::function<std::optional<std::string>()>& next);
  // Forgets the documents of inputs of lines or rows, and outputs, which will be made again.
  Result<void> forget_input(const std::string& name);
  Result<void> forget_output(const std::string& name);
  Result<void> forget_all();

  // Records what was written, and how far the outputs have grown, in one transaction.
  Result<void> record(const std::vector<JournalStep>& steps,
                      const std::vector<GrowingOutput>& outputs);
  // A file that grows is about to be made.
  Result<void> mark_output(const GrowingOutput& output);
  // Outputs that are whole have been put in their place.
  Result<void> mark_in_place(const std::vector<std::string>& outputs);

  // Marks: documents up to this one may be in hand; this one is in hand alone, for the `tries`th
  // time that a run tries so.
  Result<void> mark_reached(const DocumentPlace& place);
  Result<void> mark_alone(const DocumentPlace& place, size_t tries);

  // Ends the run: "done", or why it stopped. A run without an end was killed.
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
  // Runs `write` as one transaction; `is_safe`: it is on the disk at the end.
  template <typename Write>
  Result<void> transact(bool is_safe, Write write);

  std::mutex mutex_;
  RunLock lock_;
  Database database_;
  JournalKeys keys_;
  std::unique_ptr<RowMacs> macs_;  // nullptr: of version 2
  int64_t run_ = 0;
  struct Statements;
  std::shared_ptr<Statements> statements_;
};

// The version of a journal that is open to be read. kBadInput if it is none, or if one of its rows
// was changed without its keys.
Result<int> check_journal(Database& database, const JournalKeys& keys);

// A name of RunFacts::setup for messages: "settings" if no run writes such a name, as a damaged
// journal may have it.
std::string_view setting_name(std::string_view name);
std::string_view state_name(DocumentState state);
std::string_view state_name(GrowingOutput::State state);

}  // namespace redact
