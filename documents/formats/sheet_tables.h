// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "base/result.h"
#include "base/stop_check.h"

namespace redact {

// The column of a reference such as "AB12" or "AB12:AC15", from 1, and its row; 0 if it has none.
uint32_t column_of(std::string_view reference);
uint32_t row_of(std::string_view reference);

// The cells that head the columns of a workbook's tables: row, column and text, whatever their
// sheet. Excel repairs a file in which a cell has another text than its column (xl/tables).
using TableHeaders = std::set<std::tuple<uint32_t, uint32_t, std::string>>;

// Adds the headers of a table. `xml`: its member. `hidden`: those of a table that shows none, in
// the row above it, which may be 0.
Result<void> add_table_headers(std::string_view xml, StopCheck& stop, TableHeaders& headers,
                               TableHeaders& hidden);

}  // namespace redact
