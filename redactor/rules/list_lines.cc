// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/list_lines.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/utf8.h"

namespace redact {

Result<void> read_list_lines(const UserFile& file, const AddLine& add) {
  REDACT_ASSIGN(const std::string content, file.read());
  uint32_t number = 0;
  for (size_t at = content.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
       at < content.size();) {
    const size_t end = std::min(content.find('\n', at), content.size());
    std::string_view line = std::string_view(content).substr(at, end - at);
    at = end + 1;
    ++number;
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.empty() || line[0] == '#') continue;
    if (!is_utf8(line) || line.find('\0') != line.npos) {
      // UTF-16 is full of NULs.
      return Error{ErrorKind::kBadInput, list_line(number), "is not UTF-8"};
    }
    REDACT_TRY(add(line, number));
  }
  return {};
}

std::string list_line(uint32_t number) { return "list line " + std::to_string(number); }

Result<std::vector<Hint>> read_hints(const UserFile& file) {
  std::vector<Hint> hints;
  REDACT_TRY(read_list_lines(file, [&](std::string_view line, uint32_t number) -> Result<void> {
    const size_t tab = line.find('\t');
    if (tab == line.npos) {
      return Error{ErrorKind::kBadInput, list_line(number), "is not a class, a tab and a term"};
    }
    hints.push_back(
        {std::string(line.substr(0, tab)), std::string(line.substr(tab + 1)), list_line(number)});
    return {};
  }));
  return hints;
}

}  // namespace redact
