// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "crypto/digest.h"
#include "program/batch/journal.h"
#include "program/mapping_file.h"
#include "program/output_files.h"

namespace redact {

// What belongs to a result besides its bytes.
struct ResultFacts {
  std::string sealed = {};                 // its line of the mapping, with the line end
  std::optional<JournalEntry> entry = {};  // its row of the journal
  bool grows = false;                      // its file holds several documents
  bool is_of_table = false;                // its file is a table
};

// Writes results, and what is kept of them, in the order of durability: lines of the mapping,
// results, rows of the journal. Each reaches the disk before the next begins. As that costs flushes
// of the disk, results that are ready together are written together; flush_if_due() bounds how
// long they wait. Where nothing needs a flush, each result is written at once.
class Output {
 public:
  explicit Output(OutputFiles files) : files_(std::move(files)) {}
  void set_mapping(MappingFile mapping) { mapping_ = std::move(mapping); }
  void set_journal(Journal* journal);  // outlives the object

  // The same as the functions of OutputFiles, with what the journal is told.
  Result<void> put(const std::string& name, std::string bytes, ResultFacts facts = {});
  // The mapping vouches for a table that has ended (records/sealed_mapping.h).
  Result<void> end_input(const std::string& name, bool is_table,
                         std::optional<JournalStep> step = {});
  Result<void> drop_input(const std::string& name, std::optional<JournalStep> step = {});
  // Tells the journal of a document without a result.
  Result<void> note(JournalEntry entry);
  Result<void> finish();
  // Instead of finish(), if nothing was redacted.
  Result<void> discard();

  // Writes the waiting results; flush_if_due() only if they are many, large, or have waited for 100
  // ms.
  Result<void> flush();
  Result<void> flush_if_due();
  // When flush_if_due() should be called at the latest; nullopt: nothing waits.
  std::optional<std::chrono::steady_clock::time_point> due() const;

  bool seals() const { return mapping_.is_open(); }
  bool is_stream() const { return files_.is_stream(); }
  Journal* journal() const { return journal_; }

 private:
  enum class Call { kPut, kEnd, kDrop, kNote };
  struct Step {
    Call call;
    std::string name, bytes;
    bool grows = false;
    std::optional<JournalStep> row = {};
  };

  bool groups() const { return seals() || journal_ != nullptr || files_.is_folder(); }
  Result<void> begin_table(const std::string& name);
  Result<void> add(Step step);
  Result<void> write(Step& step);
  Result<void> put(Step& step);
  Result<void> end(Step& step);
  Result<void> sync();

  OutputFiles files_;
  MappingFile mapping_;
  std::optional<Sha256> table_;  // of what has been put of a table, if there is a mapping
  Journal* journal_ = nullptr;
  std::vector<Step> waiting_;
  size_t n_bytes_ = 0;                     // in waiting_
  std::string sealed_;                     // waiting lines of the mapping
  std::vector<JournalStep> rows_;          // of results that have been written
  std::optional<JournalStep> unfinished_;  // the row of a result whose file is not ended
  std::chrono::steady_clock::time_point since_;
};

}  // namespace redact
