// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "program/batch/journal.h"

namespace redact {

// A document as earlier runs recorded it.
struct PastDocument {
  size_t number = 0;
  DocumentState state = DocumentState::kPending;
  int64_t setup = 0;            // of its run
  std::string key;              // of its digests
  std::string source, context;  // digests; empty: the document was never read
  size_t output_begin = 0, output_end = 0;
  std::string error;
};

// The last run: whether it ended by itself. If not, the last document that it may have had in hand,
// and the document that was tried alone, with the number of such runs in a row.
struct LastRun {
  std::string shard;
  bool has_ended = false;
  std::optional<DocumentPlace> reached, alone;
  size_t tries = 0;
};

// A run of the batch; times in seconds since 1970.
struct PastRun {
  std::string host;
  int n_threads = 0;
  double started = 0;
  std::optional<double> ended;
  std::string how;  // the way it ended
  int64_t number = 0;
};

// Counts of the documents of a whole batch.
struct BatchTotals {
  size_t n_done = 0, n_review = 0, n_withheld = 0, n_pending = 0, n_bytes = 0;
  std::map<std::string, size_t> by_label, by_finder;
};

// A document in one of the lists that name documents.
struct ListedDocument {
  DocumentPlace place;
  std::string id;
  std::string reason;  // why it is withheld, or JSON of the reasons to review it
};

// The contents of a journal about earlier runs. `database` outlives the object. Used by one thread
// at a time, before a run records anything and after it has recorded everything.
class Past {
 public:
  static Result<Past> open(Database& database);

  // Row 0 of an input that is one document.
  Result<std::optional<PastDocument>> find(const std::string& input);
  // Visits the documents of an input of lines or rows in order, except pending ones, until `visit`
  // returns an error.
  Result<void> visit(const std::string& input,
                     const std::function<Result<void>(const PastDocument&)>& visit);
  // "done" or "withheld"; nullopt: the input has no end yet.
  Result<std::optional<std::string>> input_state(const std::string& name);
  Result<std::optional<GrowingOutput>> output(const std::string& name);
  Result<std::optional<LastRun>> last_run();
  // The setups of the documents in the journal, by number.
  Result<std::map<int64_t, std::string>> setups();

  Result<BatchTotals> totals();
  // The number of inputs with documents that are not pending.
  Result<size_t> n_inputs();
  Result<std::vector<PastRun>> runs();
  // The time at which the last document of each run was finished, by the number of the run.
  Result<std::map<int64_t, double>> last_finished();
  // Visits all documents and inputs that are done or withheld, in order, each with the number of
  // its run. Entries have place, id, state, need of review, reasons, scores, error and time.
  using VisitEntry = std::function<Result<void>(const JournalEntry&, int64_t run)>;
  Result<void> visit_all(const VisitEntry& visit);
  // Visits withheld documents, or done documents that need a person.
  using VisitListed = std::function<Result<void>(const ListedDocument&)>;
  Result<void> list_withheld(const VisitListed& visit);
  Result<void> list_review(const VisitListed& visit);

 private:
  Past(Database& database, Statement document, Statement documents)
      : database_(database), document_(std::move(document)), documents_(std::move(documents)) {}
  Result<void> list(const char* sql, const VisitListed& visit);

  Database& database_;
  Statement document_, documents_;
};

}  // namespace redact
