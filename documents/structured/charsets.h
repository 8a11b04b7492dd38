// SPDX-License-Identifier: Apache-2.0
// Character sets of a byte a character, and the names by which files declare them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "documents/structured/decoded.h"

namespace redact {

// Those of the eight languages; ASCII is the lower half of each. charsets.py has the same order.
enum class Charset : uint8_t {
  kWindows1250,  // Central European
  kWindows1252,  // Western
  kWindows1254,  // Turkish
  kWindows1256,  // Arabic
  kLatin1,       // ISO-8859-1, Western
  kLatin2,       // ISO-8859-2, Central European
  kArabic,       // ISO-8859-6
  kLatin5,       // ISO-8859-9, Turkish
  kLatin9,       // ISO-8859-15, Western with the euro
};

// What a file says that it is written in.
struct DeclaredCharset {
  std::optional<Charset> charset;  // none: UTF-8, of which ASCII is a part, or UTF-16
  bool is_known = true;            // false: another one
};

// By its name in MIME, XML or HTML (ISO-8859-1, windows-1252) or in HL7's table 0211 (8859/1,
// UNICODE UTF-8), in any case. An empty name is none.
DeclaredCharset declared_charset(std::string_view name);

// The error for a file in one that is not known.
Error unknown_charset(std::string where);

// The character set of a text that declares none: Windows-1252 if it is not UTF-8 and no character
// beyond ASCII is; none otherwise.
std::optional<Charset> likely_charset(std::string_view text);

// A byte that the set does not define becomes a character of its own, so that it can be written
// again.
Decoded decode_charset(std::string_view source, Charset charset);
// kUnsupported if the set lacks a character.
Result<std::string> encode_charset(std::string_view text, Charset charset);

}  // namespace redact
