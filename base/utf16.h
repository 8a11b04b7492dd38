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

// Decodes the code point at `at` < text.size().
Utf16Unit decode_utf16(std::string_view text, size_t at, bool high_byte_first);

// Moves the code points at the beginning of `text` to the end of `out`, in UTF-8, up to one that is
// malformed or broken off.
void take_utf16(std::string_view& text, bool high_byte_first, std::string& out);

// A text of UTF-8 in UTF-16.
std::string to_utf16(std::string_view text, bool high_byte_first);

}  // namespace redact
