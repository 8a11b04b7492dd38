// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace redact {

// One code point of a text in UTF-16.
struct Utf16Unit {
  int32_t code_point;  // -1: half a pair of surrogates, or half a unit at the end of the text
  uint32_t n_bytes;    // 2 or 4
};

// A code point beyond 0xffff has two units, a high and a low surrogate.
constexpr bool is_high_surrogate(int32_t unit) { return unit >= 0xd800 && unit < 0xdc00; }
constexpr bool is_low_surrogate(int32_t unit) { return unit >= 0xdc00 && unit < 0xe000; }
constexpr int32_t from_surrogates(int32_t high, int32_t low) {
  return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
}
constexpr int32_t high_surrogate(int32_t code_point) {
  return 0xd800 + ((code_point - 0x10000) >> 10);
}
constexpr int32_t low_surrogate(int32_t code_point) { return 0xdc00 + (code_point & 0x3ff); }

// Decodes the code point at `at` < text.size().
Utf16Unit decode_utf16(std::string_view text, size_t at, bool high_byte_first);

// Moves the code points at the beginning of `text` to the end of `out`, in UTF-8, up to one that is
// malformed or broken off.
void take_utf16(std::string_view& text, bool high_byte_first, std::string& out);

// A text of UTF-8 in UTF-16.
std::string to_utf16(std::string_view text, bool high_byte_first);

}  // namespace redact
