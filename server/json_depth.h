// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace redact::server {

// As deep as documents in JSON may be, too.
inline constexpr size_t kDeepestBody = 512;

// Whether the arrays and objects of a JSON text nest deeper than kDeepestBody. Such a text must not
// be parsed: copies and dump() of nlohmann's values recurse, and so do the copies of its ordered
// objects while they grow, so one request could overflow the stack. Text that is not JSON may get
// either answer, since the parser stops at its first mistake.
inline bool is_too_deep(std::string_view json) {
  size_t depth = 0;
  bool is_in_string = false;
  for (size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (is_in_string) {
      if (c == '\\') ++i;  // an escaped quote ends no string
      if (c == '"') is_in_string = false;
    } else if (c == '"') {
      is_in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepestBody) return true;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

}  // namespace redact::server
