// SPDX-License-Identifier: Apache-2.0
#include "tools/batch/journal_rows.h"

#include <bit>
#include <cstdint>
#include <utility>

#include "program/batch/schema.h"

namespace redact::batch {

namespace {

// Eight bytes, the highest first.
std::string be64(uint64_t number) {
  std::string bytes(8, '\0');
  for (size_t i = bytes.size(); i-- > 0; number >>= 8) bytes[i] = static_cast<char>(number);
  return bytes;
}

// A value in the message of its row: type, length where it has one, bytes.
std::string with_type(const Statement& row, int column) {
  const std::string bytes = row.text(column);
  switch (row.type(column)) {
    case SQLITE_NULL: return "n";
    case SQLITE_INTEGER: return "i" + be64(static_cast<uint64_t>(row.number(column)));
    case SQLITE_FLOAT: return "r" + be64(std::bit_cast<uint64_t>(row.real(column)));
    case SQLITE_TEXT: return "t" + be64(bytes.size()) + bytes;
    default: return "b" + be64(bytes.size()) + bytes;
  }
}

// The entries of a schema without their pages in the file.
Result<std::string> schema_of(Database& database) {
  REDACT_ASSIGN(Statement row, database.prepare("SELECT type, name, tbl_name, coalesce(sql, '') "
                                                "FROM sqlite_schema ORDER BY name"));
  std::string all;
  for (;;) {
    REDACT_ASSIGN(const bool is_there, row.step());
    if (!is_there) return all;
    for (int column = 0; column < 4; ++column) all += row.text(column) + '\0';
  }
}

// A view, a trigger or a table of another form could show each reader different rows.
Result<void> check_schema(Database& database, int version) {
  REDACT_ASSIGN(Database sound, Database::open(":memory:"));
  REDACT_TRY(sound.run(journal_schema(version).c_str()));
  REDACT_ASSIGN(const std::string expected, schema_of(sound));
  REDACT_ASSIGN(const std::string found, schema_of(database));
  if (found == expected) return {};
  return Error{ErrorKind::kBadInput, "journal", "does not have the tables of a journal"};
}

}  // namespace

std::string JournalRow::text(const std::string& column) const {
  const auto at = columns_.find(column);
  return at == columns_.end() ? std::string() : row_.text(at->second);
}

size_t JournalRow::size(const std::string& column) const {
  const auto at = columns_.find(column);
  return at == columns_.end() ? 0 : static_cast<size_t>(row_.number(at->second));
}

Result<JournalRows> JournalRows::open(const std::string& journal, const std::string& key_file) {
  REDACT_ASSIGN(JournalKeys keys, blame("journal", JournalKeys::read(key_file)));
  REDACT_ASSIGN(Database database, blame("journal", Database::read(journal)));
  REDACT_ASSIGN(Statement version, blame("journal", database.prepare("PRAGMA user_version")));
  REDACT_TRY(blame("journal", version.step()));
  const auto number = static_cast<int>(version.number(0));
  if (number != kJournalVersion && number != kJournalWithoutMacs) {
    return Error{ErrorKind::kBadInput, "journal", "is not a journal of this version of redact"};
  }
  version.with();
  REDACT_TRY(check_schema(database, number));
  JournalRows rows(std::move(database), std::move(keys), number == kJournalVersion);
  if (rows.have_macs_) REDACT_TRY(blame("journal", rows.find_key()));
  return rows;
}

Result<void> JournalRows::find_key() {
  REDACT_ASSIGN(Statement tally, database_.prepare("SELECT key FROM tally"));
  REDACT_ASSIGN(const bool is_there, tally.step());
  if (is_there) key_ = keys_.find(tally.text(0));
  if (key_ != nullptr) return {};
  return Error{ErrorKind::kBadInput, "", "was written with a key that is not in the key file"};
}

Result<bool> JournalRows::is_genuine(const std::string& table, const Statement& row, int mac) {
  if (!have_macs_) return true;
  if (row.type(mac) != SQLITE_BLOB) return false;
  std::string message =
      be64(static_cast<uint64_t>(row.n_columns()));  // the MAC's stands for the table
  message += "t" + be64(table.size()) + table;
  for (int column = 0; column < row.n_columns(); ++column) {
    if (column != mac) message += with_type(row, column);
  }
  REDACT_ASSIGN(const Digest digest, key_->draw("journal row", message));
  REDACT_ASSIGN(const Digest share, key_->draw("journal row in the tally", row.text(mac)));
  for (size_t i = 0; i < sum_.size(); ++i) sum_[i] ^= share[i];
  ++n_rows_;
  return bytes_of(digest) == row.text(mac);
}

Result<void> JournalRows::visit(const std::string& table,
                                const std::function<Result<void>(const JournalRow&)>& visit) {
  const char* order = table == "document"                  ? "input, number"
                      : table == "setup" || table == "run" ? "id"
                                                           : "name";
  REDACT_ASSIGN(Statement row, blame("journal", database_.prepare("SELECT * FROM " + table +
                                                                  " ORDER BY " + order)));
  std::map<std::string, int> columns;
  for (int i = 0; i < row.n_columns(); ++i) columns[row.column_name(i)] = i;
  for (;;) {
    REDACT_ASSIGN(const bool is_there, blame("journal", row.step()));
    if (!is_there) return {};
    REDACT_ASSIGN(const bool is_genuine_row,
                  is_genuine(table, row, have_macs_ ? columns.at("mac") : -1));
    REDACT_TRY(visit(JournalRow(row, columns, is_genuine_row)));
  }
}

Result<bool> JournalRows::are_whole() {
  if (!have_macs_) return true;
  REDACT_ASSIGN(const Digest mac,
                key_->draw("journal tally", be64(n_rows_) + std::string(bytes_of(sum_))));
  REDACT_ASSIGN(Statement tally, database_.prepare("SELECT row_count, mac, key FROM tally"));
  REDACT_ASSIGN(const bool is_there, tally.step());
  const bool is_same = is_there && tally.type(0) == SQLITE_INTEGER &&
                       tally.type(1) == SQLITE_BLOB && tally.type(2) == SQLITE_TEXT &&
                       static_cast<size_t>(tally.number(0)) == n_rows_ &&
                       tally.text(1) == bytes_of(mac);
  REDACT_ASSIGN(const bool is_another_there, tally.step());
  return is_same && !is_another_there;
}

}  // namespace redact::batch
