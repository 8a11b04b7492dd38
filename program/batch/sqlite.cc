// SPDX-License-Identifier: Apache-2.0
#include "program/batch/sqlite.h"

#include <utility>

namespace redact {

namespace {

Error failed(int code) {
  const bool is_foreign = code == SQLITE_NOTADB || code == SQLITE_CORRUPT;
  if (code == SQLITE_BUSY) return in_use();
  if (code == SQLITE_ERROR) {  // The statements are constants, so they are right.
    return {ErrorKind::kIo, "", "SQLite failed: it lacks memory, or the tables are no journal's"};
  }
  return {is_foreign ? ErrorKind::kBadInput : ErrorKind::kIo, "", sqlite3_errstr(code)};
}

}  // namespace

Error in_use() {
  return {ErrorKind::kIo, "", "is in use by another run; a journal belongs to one run at a time"};
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(handle_.get());
  if (code == SQLITE_ROW) return true;
  sqlite3_reset(handle_.get());
  if (code == SQLITE_DONE) return false;
  return failed(code);
}

Result<void> Statement::run() {
  for (;;) {
    REDACT_ASSIGN(const bool has_row, step());
    if (!has_row) return {};
  }
}

std::string Statement::text(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_.get(), column));
  const auto size = static_cast<size_t>(sqlite3_column_bytes(handle_.get(), column));
  return bytes == nullptr ? std::string() : std::string(bytes, size);
}

void Statement::bind(int at, std::nullptr_t) { sqlite3_bind_null(handle_.get(), at); }
void Statement::bind(int at, int64_t value) { sqlite3_bind_int64(handle_.get(), at, value); }
void Statement::bind(int at, double value) { sqlite3_bind_double(handle_.get(), at, value); }
void Statement::bind(int at, std::string_view text) {
  sqlite3_bind_text64(handle_.get(), at, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void Statement::bind(int at, Blob blob) {
  sqlite3_bind_blob64(handle_.get(), at, blob.bytes.data(), blob.bytes.size(), SQLITE_TRANSIENT);
}

Result<Database> Database::open(const std::string& path, int flags) {
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags, nullptr);
  Database database(handle);
  if (code != SQLITE_OK) return failed(code);
  // If SQLite may not write to a database, it opens it read-only without an error.
  if (sqlite3_db_readonly(handle, "main") != 0) {
    return Error{ErrorKind::kIo, "", "cannot be opened for writing"};
  }
  // While sorting, rows that do not fit into memory must not go to a file.
  REDACT_TRY(database.run("PRAGMA locking_mode=EXCLUSIVE; PRAGMA temp_store=MEMORY;"));
  return database;
}

Result<Database> Database::open(const std::string& path) {
  return open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}

Result<Database> Database::read(const std::string& path) {
  REDACT_ASSIGN(Database database, open(path, SQLITE_OPEN_READWRITE));
  REDACT_TRY(database.run("PRAGMA query_only=ON;"));
  return database;
}

Result<void> Database::run(const char* sql) {
  const int code = sqlite3_exec(handle_.get(), sql, nullptr, nullptr, nullptr);
  return code == SQLITE_OK ? Result<void>() : Result<void>(failed(code));
}

Result<Statement> Database::prepare(std::string_view sql) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()),
                                      &statement, nullptr);
  if (code != SQLITE_OK) return failed(code);
  return Statement(statement);
}

Result<void> Database::define(const char* name, int n_arguments, Function function) {
  const auto call = [](sqlite3_context* context, int n, sqlite3_value** arguments) {
    (*static_cast<Function*>(sqlite3_user_data(context)))(context, n, arguments);
  };
  const auto destroy = [](void* kept) { delete static_cast<Function*>(kept); };
  const int code = sqlite3_create_function_v2(handle_.get(), name, n_arguments, SQLITE_UTF8,
                                              new Function(std::move(function)), call, nullptr,
                                              nullptr, destroy);
  return code == SQLITE_OK ? Result<void>() : Result<void>(failed(code));
}

}  // namespace redact
