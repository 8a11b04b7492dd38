// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "redactor/files/input_record.h"

namespace redact {

// A row of a table: what it holds, and where its text stands. `begin` and `end` are bytes of the
// table, quotes included, so that all others can be copied.
struct TableRow {
  InputRecord record;
  size_t begin, end;
};

struct Table {
  char separator;
  std::vector<TableRow> rows;
};

// A table as RFC 4180 writes it: its first row names the columns; a field in double quotes may hold
// separators, line ends and doubled quotes. Rows end with LF or CR LF; empty lines are no rows. The
// separator is the first of `separators` by which the header has the column of texts. `columns`
// names the columns that are read, which the header holds once; where it lacks the one of ids, or a
// row has none, the id is the row's number from 1, unless `needs_id`. Errors name the row (the
// header is row 0) or the column, never what stands there.
Result<Table> read_table(std::string_view table, std::string_view separators,
                         const RecordFields& columns, bool needs_id);

// A text as a field of a table, in quotes where it must be or its field was. Quotes inside a field
// that has none around it stay as they are: some tables write them so.
std::string to_field(std::string_view text, char separator, bool quoted);

}  // namespace redact
