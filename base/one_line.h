// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace redact {

// Text for a line that is shown: control characters and backslashes are written as in C ("\n",
// "\033"), so that no name begins a line of its own or moves the cursor of a terminal.
inline std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    switch (c) {
      case '\t': line += "\\t"; break;
      case '\n': line += "\\n"; break;
      case '\r': line += "\\r"; break;
      case '\\': line += "\\\\"; break;
      default:
        if (byte >= 0x20 && byte != 0x7F) {
          line += c;
        } else {
          line += '\\';
          for (const int shift : {6, 3, 0}) line += static_cast<char>('0' + (byte >> shift & 7));
        }
    }
  }
  return line;
}

}  // namespace redact
