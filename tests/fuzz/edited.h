// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "tests/fuzz/require.h"

namespace redact::fuzz {

// `bytes` with the changes of an input, four bytes each: three for the position and one for the new
// value. An input that consisted of a whole file could not reach files with checksums or of many
// kilobytes.
inline std::string edited(std::string bytes, const uint8_t* data, size_t size) {
  for (; size >= 4 && !bytes.empty(); data += 4, size -= 4) {
    const size_t at = data[0] | size_t{data[1]} << 8 | size_t{data[2]} << 16;
    bytes[at % bytes.size()] = static_cast<char>(data[3]);
  }
  return bytes;
}

}  // namespace redact::fuzz
