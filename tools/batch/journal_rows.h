// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>

#include "base/result.h"
#include "crypto/digest.h"
#include "program/batch/journal_key.h"
#include "program/batch/sqlite.h"

namespace redact::batch {

// A row of a journal by the names of its columns. A column that the journal's version lacks is
// empty.
class JournalRow {
 public:
  JournalRow(const Statement& row, const std::map<std::string, int>& columns, bool is_genuine)
      : row_(row), columns_(columns), is_genuine_(is_genuine) {}

  std::string text(const std::string& column) const;
  size_t size(const std::string& column) const;
  // Whether a run with the journal's key has written the row; also where rows have no MAC.
  bool is_genuine() const { return is_genuine_; }

 private:
  const Statement& row_;
  const std::map<std::string, int>& columns_;
  bool is_genuine_;
};

// The rows of a journal, checked by their message authentication codes. The codes are computed by
// code of its own, which shares with the program that writes them only the schema, the names of the
// digests and the HMAC.
class JournalRows {
 public:
  // Errors: the file is no journal, also if a table was replaced or something was added to its
  // schema; its key is not in the key file; one of the two cannot be read.
  static Result<JournalRows> open(const std::string& journal, const std::string& key_file);

  // Whether rows have MACs. Without, rows can be removed, exchanged and changed, but for digests.
  bool have_macs() const { return have_macs_; }
  // nullptr if there is no key of that name.
  const Secret* key(const std::string& name) const { return keys_.find(name); }

  // Visits the rows of a table in the order of its key.
  Result<void> visit(const std::string& table,
                     const std::function<Result<void>(const JournalRow&)>& visit);
  // After all tables were visited: whether they hold the rows that the last run left, no less, no
  // more and none of another time.
  Result<bool> are_whole();

 private:
  JournalRows(Database database, JournalKeys keys, bool have_macs)
      : database_(std::move(database)), keys_(std::move(keys)), have_macs_(have_macs) {}
  Result<void> find_key();
  Result<bool> is_genuine(const std::string& table, const Statement& row, int mac);

  Database database_;
  JournalKeys keys_;
  bool have_macs_;
  const Secret* key_ = nullptr;  // of the MACs, if there are any
  size_t n_rows_ = 0;
  Digest sum_ = {};
};

}  // namespace redact::batch
