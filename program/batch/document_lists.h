// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/file_io.h"
#include "base/result.h"
#include "program/batch/entry.h"
#include "program/batch/past.h"

namespace redact {

// The files of --withheld-list and --review-list, which name documents, as messages never do. A
// line for each document: the path of its input, the number of its line or row (empty: the whole
// input), its id, and why, separated by tabs. In these, tabs, line ends and backslashes are written
// as in C.
class DocumentLists {
 public:
  // Opens the files; an empty path: no list. They appear with commit().
  static Result<DocumentLists> open(const std::string& withheld, const std::string& review);

  bool are_any() const { return withheld_ || review_; }
  // Adds a document to the list that it belongs to, if any.
  Result<void> add(const JournalEntry& entry);
  // Adds all documents of a journal.
  Result<void> add_all(Past& past);
  Result<void> commit();

 private:
  std::optional<AtomicFile> withheld_, review_;
};

}  // namespace redact
