// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace redact {

// One unit of a text: a code point of 1..4 bytes, or a single byte that is not valid UTF-8.
struct Utf8Unit {
  int32_t code_point;  // -1 for an invalid byte
  uint32_t n_bytes;    // 1 for an invalid byte
};

// Decodes the unit at `at` < text.size(). Overlong forms, surrogates and values above U+10FFFF are
// invalid, byte by byte.
Utf8Unit decode_utf8(std::string_view text, size_t at);

// Appends a code point, which is at most U+10FFFF.
void append_utf8(int32_t code_point, std::string& out);

// Whether a byte is a continuation byte: not the first of its code point.
constexpr bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}

// Whether every unit of the text is a code point.
bool is_utf8(std::string_view text);

}  // namespace redact
