// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/file_io.h"
#include "base/result.h"
#include "program/batch/entry.h"
#include "program/batch/journal.h"
#include "program/observer.h"
#include "redactor/policy/policy.h"
#include "redactor/records/detail.h"

namespace redact {

// The files of --withheld-list and --review-list, which name documents; messages never do. Each
// document has a line with the path of its input, the number of its line or row (empty: the whole
// input), its id, and the reason, separated by tabs. In these, control characters and backslashes
// are written as in C (base/one_line.h). The lists of a whole batch come from its journal.
class DocumentLists : public Observer {
 public:
  // The policy and the journal (nullptr: none) outlive the object.
  DocumentLists(const Policy& policy, Detail detail, Journal* journal)
      : policy_(policy), detail_(detail), journal_(journal) {}
  // Creates the files. An empty path means no list.
  Result<void> open(const std::string& withheld, const std::string& review);

  Result<void> finished(const Outcome& outcome, std::optional<std::string_view> source,
                        const Redaction* redaction, Kept& kept) const override;
  Result<void> reported(const Outcome& outcome) override;
  Result<void> ended(const std::string& how) override;
  Result<void> appear() override;

 private:
  // Whether each document is listed as its turn comes.
  bool list_now() const { return journal_ == nullptr && (withheld_ || review_); }
  Result<void> add(const JournalEntry& entry);

  const Policy& policy_;
  Detail detail_;
  Journal* journal_;
  std::optional<AtomicFile> withheld_, review_;
};

}  // namespace redact
