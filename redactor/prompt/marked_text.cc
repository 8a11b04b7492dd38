// SPDX-License-Identifier: Apache-2.0
#include "redactor/prompt/marked_text.h"

#include <algorithm>

namespace redact {

Result<MarkedText> parse_marked_text(std::string_view marked, size_t first_line) {
  MarkedText out;
  for (size_t at = 0; at < marked.size();) {
    const size_t brace = std::min(marked.find_first_of("{}", at), marked.size());
    out.text += marked.substr(at, brace - at);
    if (brace == marked.size()) break;
    const auto newlines =
        std::count(marked.begin(), marked.begin() + static_cast<long>(brace), '\n');
    const std::string where =
        "prompt line " + std::to_string(first_line + static_cast<size_t>(newlines));
    const size_t end = marked.find_first_of("{}", brace + 1);
    const size_t colon = std::min(marked.find(':', brace), marked.size());
    if (marked[brace] == '}' || end == marked.npos || marked[end] == '{' || colon + 1 >= end) {
      return Error{ErrorKind::kBadInput, where, "has a brace outside of a {LABEL:text}"};
    }
    const auto label = find_label(marked.substr(brace + 1, colon - brace - 1));
    if (!label) return Error{ErrorKind::kBadInput, where, "has a mark whose label is unknown"};
    const std::string_view text = marked.substr(colon + 1, end - colon - 1);
    out.spans.push_back({out.text.size(), out.text.size() + text.size(), *label, 0});
    out.text += text;
    at = end + 1;
  }
  return out;
}

}  // namespace redact
