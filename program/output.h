// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "crypto/digest.h"
#include "program/mapping_file.h"
#include "program/observer.h"
#include "program/outcome.h"
#include "program/output_files.h"

namespace redact {

// Writes results, and tells the observers when they are safe, in the order of durability: lines of
// the mapping, results, then placed() of the observers. Each reaches the disk before the next
// begins. As that costs flushes of the disk, results that are ready together are written together;
// flush_if_due() bounds their waiting. If nothing needs a flush, each result is written at once.
class Output {
 public:
  // The observers outlive the object.
  Output(OutputFiles files, MappingFile mapping, const Observers& observers);

  // Adds the next outcome in the order of the inputs. Its text, if it has one, is written
  // unchanged. The mapping vouches for a table that has ended (redactor/records/sealed_mapping.h).
  Result<void> add(Outcome outcome);
  Result<void> finish();
  // Called in place of finish() if nothing was redacted.
  Result<void> discard();

  // Writes the waiting results. flush_if_due() does so only if they are many, large, or have waited
  // for 100 ms.
  Result<void> flush();
  Result<void> flush_if_due();
  // The latest time to call flush_if_due(); nullopt if nothing waits.
  std::optional<std::chrono::steady_clock::time_point> due() const;

  bool is_stream() const { return files_.is_stream(); }

 private:
  bool seals() const { return mapping_.is_open(); }
  bool groups() const { return seals() || observers_.remember() || files_.is_folder(); }
  // Whether a later run may continue the file of a result.
  bool grows(const Event& event) const;
  Result<void> follow_table(const Outcome& outcome);
  Result<void> begin_table(const std::string& name);
  Result<void> write(Outcome& outcome);
  Result<void> put(Outcome& outcome);
  Result<void> end_input(Outcome& outcome);
  void remember_unfinished();
  Result<void> sync();

  OutputFiles files_;
  MappingFile mapping_;
  const Observers& observers_;
  std::optional<Sha256> table_;  // of the bytes written of a table, if there is a mapping
  std::vector<Outcome> waiting_;
  size_t n_bytes_ = 0;                 // bytes in waiting_
  std::string sealed_;                 // waiting lines of the mapping
  std::vector<Outcome> written_;       // since the last placed(), if an observer remembers
  std::optional<Outcome> unfinished_;  // written to an unfinished file
  std::chrono::steady_clock::time_point since_;
};

}  // namespace redact
