// SPDX-License-Identifier: Apache-2.0
#include "base/utf16.h"

#include "base/utf8.h"

namespace redact {

Utf16Unit decode_utf16(std::string_view text, size_t at, bool high_byte_first) {
  // -1 beyond the end, which is no surrogate.
  const auto unit_at = [&](size_t place) -> int32_t {
    if (text.size() < place + 2) return -1;
    const auto first = static_cast<uint8_t>(text[place]);
    const auto second = static_cast<uint8_t>(text[place + 1]);
    return high_byte_first ? first << 8 | second : second << 8 | first;
  };
  const int32_t unit = unit_at(at);
  if (!is_high_surrogate(unit)) return {is_low_surrogate(unit) ? -1 : unit, 2};
  const int32_t low = unit_at(at + 2);
  if (!is_low_surrogate(low)) return {-1, 2};
  return {from_surrogates(unit, low), 4};
}

void take_utf16(std::string_view& text, bool high_byte_first, std::string& out) {
  size_t at = 0;
  while (at < text.size()) {
    const auto [c, n_bytes] = decode_utf16(text, at, high_byte_first);
    if (c < 0) break;
    append_utf8(c, out);
    at += n_bytes;
  }
  text.remove_prefix(at);
}

std::string to_utf16(std::string_view text, bool high_byte_first) {
  std::string out;
  const auto put = [&](int32_t unit) {
    const char high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xff);
    out += high_byte_first ? high : low;
    out += high_byte_first ? low : high;
  };
  for (size_t at = 0; at < text.size();) {
    const auto [c, n_bytes] = decode_utf8(text, at);
    if (c < 0x10000) {
      put(c);
    } else {
      put(high_surrogate(c));
      put(low_surrogate(c));
    }
    at += n_bytes;
  }
  return out;
}

}  // namespace redact
