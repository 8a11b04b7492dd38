// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/user_file.h"

namespace redact {

// Calls `add` for each line of a user's list, with its number counted from 1, and stops at the
// first error. Skips empty lines, lines that begin with #, and the byte order mark that
// spreadsheets write; lines come without their ends. kBadInput if a line is not UTF-8.
using AddLine = std::function<Result<void>(std::string_view line, uint32_t number)>;
Result<void> read_list_lines(const UserFile& file, const AddLine& add);

// The position of an error in such a line: "list line 7".
std::string list_line(uint32_t number);

}  // namespace redact
