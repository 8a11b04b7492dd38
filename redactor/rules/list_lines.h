// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace redact {

// Hands each line of a user's list to `add`, with "list line N" for its errors; the first error
// ends it. Empty lines, lines that begin with #, line ends and the byte order mark that
// spreadsheets write are left out. kBadInput where a line is not UTF-8.
using AddLine = std::function<Result<void>(std::string_view line, const std::string& where)>;
Result<void> read_list_lines(const std::string& path, const AddLine& add);

}  // namespace redact
