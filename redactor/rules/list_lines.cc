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

}  // namespace redact
