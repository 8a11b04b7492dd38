// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "crypto/digest.h"
#include "program/batch/journal_key.h"
#include "program/batch/sqlite.h"

namespace redact {

// How many rows a journal has and which, as they are added and taken away: the sum (XOR) of one
// secret value for each. Rows of an older journal that are mixed with rows of this one change it.
struct Tally {
  int64_t n_rows = 0;
  Digest sum = {};
};

// The message authentication codes of a journal: that of each row, in its column `mac`, and that of
// all rows together, in the table `tally`. Who can write the journal but has not its key can put
// back an older journal as a whole, and change nothing else unnoticed.
//
// From watch() on, whatever writes a row through the database writes its MAC too, by triggers of
// this connection; record() writes that of all rows, and belongs into each transaction. The
// database outlives the object, and its statements are not used without it.
class RowMacs {
 public:
  // Begins the tally of a new journal under the first of the keys.
  static Result<std::unique_ptr<RowMacs>> begin(Database& database, const JournalKeys& keys);
  // Goes on with that of an existing journal. kBadInput if one of its rows was written without its
  // key, is missing or is from another time, or if its key is lost.
  static Result<std::unique_ptr<RowMacs>> check(Database& database, const JournalKeys& keys);
  RowMacs(const RowMacs&) = delete;
  RowMacs& operator=(const RowMacs&) = delete;

  // Makes the database keep MACs: the tables exist.
  Result<void> watch(Database& database);
  Result<void> record(Database& database);

  // What a transaction that is rolled back has to put back.
  const Tally& tally() const { return tally_; }
  void restore(const Tally& tally) { tally_ = tally; }

 private:
  RowMacs(Secret key, std::string key_name)
      : key_(std::move(key)), key_name_(std::move(key_name)) {}

  Result<void> define(Database& database);
  Result<void> count(const Digest& mac, int sign);
  Result<Digest> mac_of_all() const;
  Result<void> check_rows(Database& database, const std::string& table);

  Secret key_;
  std::string key_name_;
  Tally tally_;
};

}  // namespace redact
