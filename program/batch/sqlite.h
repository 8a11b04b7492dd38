// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include "base/result.h"

namespace redact {

// The error for a database that another program has open.
Error in_use();

// Bytes that are not text, as a value of a row.
struct Blob {
  std::string_view bytes;
};

// A prepared statement of SQLite. Parameters count from 1 and columns from 0, as in SQLite. Used by
// one thread at a time.
class Statement {
 public:
  // Restarts with these parameters: whole numbers, doubles, texts, Blob or nullptr.
  template <typename... Values>
  Statement& with(const Values&... values) {
    sqlite3_reset(handle_.get());
    int at = 0;
    (bind(++at, values), ...);
    return *this;
  }

  // Steps to the next row; false at the end.
  Result<bool> step();
  // Calls `visit`, which may fail, at each row that is left.
  template <typename Visit>
  Result<void> each(const Visit& visit) {
    for (;;) {
      REDACT_ASSIGN(const bool is_there, step());
      if (!is_there) return {};
      if constexpr (std::is_void_v<decltype(visit())>) {
        visit();
      } else {
        REDACT_TRY(visit());
      }
    }
  }
  // Runs a statement that returns no rows.
  Result<void> run();

  int64_t number(int column) const { return sqlite3_column_int64(handle_.get(), column); }
  double real(int column) const { return sqlite3_column_double(handle_.get(), column); }
  int type(int column) const { return sqlite3_column_type(handle_.get(), column); }
  bool is_null(int column) const { return type(column) == SQLITE_NULL; }
  // The bytes of a text or a blob.
  std::string text(int column) const;

  int n_columns() const { return sqlite3_column_count(handle_.get()); }
  std::string column_name(int column) const { return sqlite3_column_name(handle_.get(), column); }

 private:
  friend class Database;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };

  explicit Statement(sqlite3_stmt* statement) : handle_(statement) {}
  void bind(int at, std::nullptr_t);
  void bind(int at, int64_t value);
  void bind(int at, uint64_t value) { bind(at, static_cast<int64_t>(value)); }
  void bind(int at, int value) { bind(at, static_cast<int64_t>(value)); }
  void bind(int at, double value);
  void bind(int at, std::string_view text);
  void bind(int at, const std::string& text) { bind(at, std::string_view(text)); }
  void bind(int at, const char* text) { bind(at, std::string_view(text)); }
  void bind(int at, Blob blob);

  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

// A SQLite database that one program has open. Other programs are refused without waiting, so no
// shared memory is needed and the file may be on a network file system. Errors give SQLite's name
// of the failure and no value of a row.
class Database {
 public:
  // Opens a database for writing and creates it if the file is absent or empty.
  static Result<Database> open(const std::string& path);
  // Opens an existing database for reading. The log of a killed run is read too.
  static Result<Database> read(const std::string& path);

  // Runs statements that take no parameters.
  Result<void> run(const char* sql);
  Result<Statement> prepare(std::string_view sql);
  // Defines a function of SQL for this connection, with this number of arguments, or any number
  // (-1).
  using Function = std::function<void(sqlite3_context*, int n, sqlite3_value** arguments)>;
  Result<void> define(const char* name, int n_arguments, Function function);

 private:
  struct Close {
    // Closes once the last statement is gone too, if one is left.
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };

  explicit Database(sqlite3* database) : handle_(database) {}
  static Result<Database> open(const std::string& path, int flags);

  std::unique_ptr<sqlite3, Close> handle_;
};

}  // namespace redact
