// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "redactor/document/record.h"

namespace redact {

// A row of a table: what it holds, and where its text stands. `begin` and `end` are bytes of the
// table, quotes included, so that all others can be copied.
struct TableRow {
  InputRecord record;
  size_t begin, end;
};

// The rows of a table as RFC 4180 writes it: the first names the columns; a field in double quotes
// may hold separators, line ends and doubled quotes. Rows end with LF or CR LF; empty lines are no
// rows. `columns` names the columns that are read; a table without the one of ids counts its rows
// from 1. Errors name the row (the header is row 0) or the column, never what stands there.
Result<std::vector<TableRow>> read_table(std::string_view table, char separator,
                                         const RecordFields& columns);

// A text as a field of a table, in quotes where it must be or its field was.
std::string to_field(std::string_view text, char separator, bool quoted);

}  // namespace redact
