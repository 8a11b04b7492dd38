// SPDX-License-Identifier: Apache-2.0
#include "redactor/rules/hint_list.h"

#include "redactor/rules/list_lines.h"

namespace redact {

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
