// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "crypto/digest.h"
#include "program/batch/journal_key.h"
#include "program/batch/sqlite.h"

namespace redact {

// The number and the identity of a journal's rows, as they are added and removed: the sum (XOR) of
// one secret value for each. It changes if rows of an older journal are mixed in.
struct Tally {
  int64_t n_rows = 0;
  Digest sum = {};
};

// The message authentication codes of a journal: one for each row, in its column `mac`, and one for
// all rows together, in the table `tally`. An attacker who can write the journal but lacks its key
// can put back an older journal as a whole, and can change nothing else unnoticed.
//
// After watch(), every write of a row through the database also writes its MAC, by triggers of this
// connection. record() writes the MAC of all rows and must be called in every transaction. The
// database outlives the object, and its statements are not used without it.
class RowMacs {
 public:
  // Begins the tally of a new journal under the first of the keys.
  static Result<std::unique_ptr<RowMacs>> begin(Database& database, const JournalKeys& keys);
  // Continues the tally of an existing journal. kBadInput if a row was written without its key, is
  // missing or dates from another time, or if its key is lost.
  static Result<std::unique_ptr<RowMacs>> check(Database& database, const JournalKeys& keys);
  RowMacs(const RowMacs&) = delete;
  RowMacs& operator=(const RowMacs&) = delete;

  // Makes the database keep MACs. The tables must exist.
  Result<void> watch(Database& database);
  Result<void> record(Database& database);

  // The state that a rolled-back transaction restores.
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
