// SPDX-License-Identifier: Apache-2.0
#include "program/batch/row_macs.h"

#include <cstring>
#include <vector>

#include "program/batch/schema.h"

namespace redact {

namespace {

// Purposes for Secret::draw.
constexpr std::string_view kRowMac = "journal row", kRowShare = "journal row in the tally",
                           kTallyMac = "journal tally";

void append_number(std::string& message, uint64_t number) {
  for (int shift = 56; shift >= 0; shift -= 8) message += static_cast<char>(number >> shift);
}

void append_bytes(std::string& message, const void* bytes, size_t size) {
  append_number(message, size);
  if (size > 0) message.append(static_cast<const char*>(bytes), size);
}

// Appends the type of a value and, for bytes, their number, so that no two rows give one message.
void append_value(std::string& message, sqlite3_value* value) {
  switch (sqlite3_value_type(value)) {
    case SQLITE_INTEGER:
      message += 'i';
      append_number(message, static_cast<uint64_t>(sqlite3_value_int64(value)));
      break;
    case SQLITE_FLOAT: {
      const double real = sqlite3_value_double(value);
      uint64_t bits = 0;
      std::memcpy(&bits, &real, sizeof bits);
      message += 'r';
      append_number(message, bits);
      break;
    }
    case SQLITE_TEXT: {
      message += 't';
      const void* bytes = sqlite3_value_text(value);
      append_bytes(message, bytes, static_cast<size_t>(sqlite3_value_bytes(value)));
      break;
    }
    case SQLITE_BLOB: {
      message += 'b';
      const void* bytes = sqlite3_value_blob(value);
      append_bytes(message, bytes, static_cast<size_t>(sqlite3_value_bytes(value)));
      break;
    }
    default: message += 'n';
  }
}

void set_result(sqlite3_context* context, const Result<Digest>& mac) {
  if (!mac.ok()) return sqlite3_result_error_code(context, SQLITE_ERROR);
  const std::string_view bytes = bytes_of(*mac);
  sqlite3_result_blob(context, bytes.data(), static_cast<int>(bytes.size()), SQLITE_TRANSIENT);
}

// The columns of a table except `mac`, and those of its key.
struct Columns {
  std::vector<std::string> all, key;
};

Result<Columns> columns_of(Database& database, const std::string& table) {
  REDACT_ASSIGN(Statement row, database.prepare("SELECT name, pk FROM pragma_table_info(?) WHERE "
                                                "name != 'mac' ORDER BY cid"));
  Columns columns;
  REDACT_TRY(row.with(table).each([&] {
    columns.all.push_back(row.text(0));
    if (row.number(1) != 0) columns.key.push_back(row.text(0));
  }));
  return columns;
}

// "A, B", each after `before`.
std::string listed(const std::vector<std::string>& names, const std::string& before) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + before + name;
  return list;
}

// The call that computes the MAC of a row.
std::string row_mac(const std::string& table, const Columns& columns, const std::string& row) {
  return "row_mac('" + table + "', " + listed(columns.all, row) + ")";
}

// Temporary triggers belong to this connection and are not in the file.
std::string triggers(const std::string& table, const Columns& columns) {
  std::string is_row;
  for (const std::string& name : columns.key) {
    is_row += (is_row.empty() ? "" : " AND ") + name + " = NEW." + name;
  }
  const std::string add = "UPDATE " + table + " SET mac = counted(" +
                          row_mac(table, columns, "NEW.") + ", 1) WHERE " + is_row + ";";
  const std::string take = "SELECT counted(OLD.mac, -1);";
  const auto trigger = [&](const std::string& name, const std::string& event,
                           const std::string& steps) {
    return "CREATE TEMP TRIGGER " + table + "_" + name + " AFTER " + event + " ON main." + table +
           " BEGIN " + steps + " END;";
  };
  return trigger("inserted", "INSERT", add) +
         trigger("updated", "UPDATE OF " + listed(columns.all, ""), take + add) +
         trigger("deleted", "DELETE", take);
}

Error is_changed() {
  return {ErrorKind::kBadInput, "",
          "was changed by something that does not have its key, or an older part of it was put "
          "back"};
}

}  // namespace

Result<std::unique_ptr<RowMacs>> RowMacs::begin(Database& database, const JournalKeys& keys) {
  std::unique_ptr<RowMacs> macs(new RowMacs(*keys.find(keys.first()), keys.first()));
  REDACT_TRY(macs->define(database));
  REDACT_ASSIGN(const Digest mac, macs->mac_of_all());
  REDACT_ASSIGN(Statement insert, database.prepare("INSERT INTO tally VALUES(?, 0, ?)"));
  REDACT_TRY(insert.with(macs->key_name_, Blob{bytes_of(mac)}).run());
  return macs;
}

Result<std::unique_ptr<RowMacs>> RowMacs::check(Database& database, const JournalKeys& keys) {
  REDACT_ASSIGN(Statement tally, database.prepare("SELECT key FROM tally"));
  REDACT_TRY(tally.step());
  const std::string name = tally.text(0);
  const Secret* key = keys.find(name);
  if (key == nullptr) {
    return Error{ErrorKind::kBadInput, "", "was written with a key that is not in the key file"};
  }
  std::unique_ptr<RowMacs> macs(new RowMacs(*key, name));
  REDACT_TRY(macs->define(database));
  for (const std::string_view table : kJournalTables) {
    REDACT_TRY(macs->check_rows(database, std::string(table)));
  }
  REDACT_ASSIGN(const Digest mac, macs->mac_of_all());
  REDACT_ASSIGN(Statement same, database.prepare("SELECT count(*), sum(key IS ? AND row_count IS ? "
                                                 "AND mac IS ?) FROM tally"));
  REDACT_TRY(same.with(name, macs->tally_.n_rows, Blob{bytes_of(mac)}).step());
  if (same.number(0) != 1 || same.number(1) != 1) return is_changed();
  return macs;
}

Result<void> RowMacs::define(Database& database) {
  REDACT_TRY(database.define("row_mac", -1, [this](sqlite3_context* context, int n, auto** values) {
    std::string message;
    append_number(message, static_cast<uint64_t>(n));
    for (int i = 0; i < n; ++i) append_value(message, values[i]);
    set_result(context, key_.draw(kRowMac, message));
  }));
  return database.define("counted", 2, [this](sqlite3_context* context, int, auto** values) {
    Digest mac;
    const void* bytes = sqlite3_value_blob(values[0]);
    const bool is_mac = sqlite3_value_bytes(values[0]) == static_cast<int>(mac.size());
    if (is_mac) std::memcpy(mac.data(), bytes, mac.size());
    if (!is_mac || !count(mac, sqlite3_value_int(values[1])).ok()) {
      return sqlite3_result_error_code(context, SQLITE_ERROR);
    }
    sqlite3_result_value(context, values[0]);
  });
}

// The values in the sum stay secret: with them, an attacker could find rows to exchange whose sums
// agree.
Result<void> RowMacs::count(const Digest& mac, int sign) {
  REDACT_ASSIGN(const Digest share, key_.draw(kRowShare, bytes_of(mac)));
  for (size_t i = 0; i < share.size(); ++i) tally_.sum[i] ^= share[i];
  tally_.n_rows += sign;
  return {};
}

Result<Digest> RowMacs::mac_of_all() const {
  std::string message;
  append_number(message, static_cast<uint64_t>(tally_.n_rows));
  return key_.draw(kTallyMac, message.append(bytes_of(tally_.sum)));
}

Result<void> RowMacs::check_rows(Database& database, const std::string& table) {
  REDACT_ASSIGN(const Columns columns, columns_of(database, table));
  REDACT_ASSIGN(Statement row, database.prepare("SELECT mac, mac IS " +
                                                row_mac(table, columns, "") + " FROM " + table));
  return row.each([&]() -> Result<void> {
    if (row.number(1) != 1) return is_changed();
    Digest mac;
    std::memcpy(mac.data(), row.text(0).data(), mac.size());
    return count(mac, 1);
  });
}

Result<void> RowMacs::watch(Database& database) {
  // Without this, a replaced row would not be counted as deleted.
  REDACT_TRY(database.run("PRAGMA recursive_triggers=ON"));
  for (const std::string_view name : kJournalTables) {
    const std::string table(name);
    REDACT_ASSIGN(const Columns columns, columns_of(database, table));
    REDACT_TRY(database.run(triggers(table, columns).c_str()));
  }
  return {};
}

Result<void> RowMacs::record(Database& database) {
  REDACT_ASSIGN(const Digest mac, mac_of_all());
  REDACT_ASSIGN(Statement update, database.prepare("UPDATE tally SET row_count = ?, mac = ?"));
  return update.with(tally_.n_rows, Blob{bytes_of(mac)}).run();
}

}  // namespace redact
