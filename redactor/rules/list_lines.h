// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace redact {

// Calls `add` for each line of a user's list, with "list line N" as the place for errors, and stops
// at the first error. Empty lines, lines that begin with #, line ends and the byte order mark that
// spreadsheets write are left out. kBadInput if a line is not UTF-8.
using AddLine = std::function<Result<void>(std::string_view line, const std::string& where)>;
Result<void> read_list_lines(const std::string& path, const AddLine& add);

}  // namespace redact
