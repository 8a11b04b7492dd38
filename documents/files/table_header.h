// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "documents/files/csv_row.h"

namespace redact {

// The header of a table: its first row, which names the columns, and the optional lines before it:
// a byte order mark, a line that names the separator ("sep=;", as Excel writes it) and empty lines.

// Without this bound an unterminated quote would make the whole file the header.
constexpr size_t kMaxHeaderBytes = 1 << 20;

// The separators of files by their names, in the order of preference.
constexpr std::string_view kCsvSeparators = ",;\t|", kTsvSeparators = "\t";

// Whether a line is empty; empty lines are not rows.
bool is_empty_line(std::string_view row);

// The size of the header at the beginning of `bytes`. nullopt if it does not end within them and
// they are not the `whole` file.
std::optional<size_t> header_size(std::string_view bytes, char separator, bool whole);

// Chooses one of `separators`: the one in a line "sep="; else the first with which the header
// contains the column; else the one that divides the header into the most fields. nullopt if more
// bytes are needed.
std::optional<char> choose_separator(std::string_view bytes, bool whole,
                                     std::string_view separators, std::string_view column = {});

// The names of the columns. `header`: header_size() bytes. Error: kBadInput if its quotes are
// malformed.
Result<std::vector<CsvField>> split_header(std::string_view header, char separator);

}  // namespace redact
