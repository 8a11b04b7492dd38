// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/user_file.h"
#include "language/gazetteer.h"

namespace redact {

// Calls `add` for each line of a user's list, with its number counted from 1, and stops at the
// first error. Skips empty lines, lines that begin with #, and the byte order mark that
// spreadsheets write; lines come without their ends. kBadInput if a line is not UTF-8.
using AddLine = std::function<Result<void>(std::string_view line, uint32_t number)>;
Result<void> read_list_lines(const UserFile& file, const AddLine& add);

// The position of an error in such a line: "list line 7".
std::string list_line(uint32_t number);

// Reads a user's list of names and places, which the model takes into account but may overrule. A
// line holds a class (given, surname, town, region, word), a tab and a term. Errors name the line.
Result<std::vector<Hint>> read_hints(const UserFile& file);

}  // namespace redact
