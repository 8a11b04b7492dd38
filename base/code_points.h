// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/utf8.h"

namespace redact {

// Converts ascending byte offsets of a text to code-point offsets in one pass. An invalid byte
// counts as one code point, as in Python's decode("utf-8", "surrogateescape").
class CodePointCounter {
 public:
  explicit CodePointCounter(std::string_view text) : text_(text) {}

  // Precondition: `byte` is not below that of the previous call.
  size_t at(size_t byte) {
    while (byte_ < byte) {
      byte_ += decode_utf8(text_, byte_).n_bytes;
      ++points_;
    }
    return points_;
  }

 private:
  std::string_view text_;
  size_t byte_ = 0;
  size_t points_ = 0;
};

}  // namespace redact
