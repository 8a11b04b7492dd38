// SPDX-License-Identifier: Apache-2.0
// Character sets with one byte for each character, and the names by which files declare them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "documents/structured/decoded.h"

namespace redact {

// The sets of the eight languages; ASCII is the lower half of each. charsets.py has the same order.
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
  // Of DOS and Mac OS, in old RTF and mail.
  kDos437,    // of the United States
  kDos720,    // Arabic
  kDos850,    // Western
  kDos852,    // Central European
  kDos857,    // Turkish
  kMacRoman,  // Western
  kMacRomanian,
  kMacTurkish,
};

// The character set that a file declares.
struct DeclaredCharset {
  std::optional<Charset> charset;  // nullopt: UTF-8, ASCII or UTF-16
  bool is_known = true;            // false: a set that is not in this list
};

// The set by its name in MIME, XML or HTML (ISO-8859-1, windows-1252) or in HL7's table 0211
// (8859/1, UNICODE UTF-8), in any case. An empty name declares no set.
DeclaredCharset declared_charset(std::string_view name);

// The error for a file in an unknown set.
Error unknown_charset(std::string where);

// The character set of a text without a declaration: Windows-1252 if the text is not UTF-8 and
// contains no valid UTF-8 character beyond ASCII; otherwise nullopt.
std::optional<Charset> likely_charset(std::string_view text);

// A byte that the set does not define becomes a character of its own, so that it can be written
// again.
Decoded decode_charset(std::string_view source, Charset charset);
// kUnsupported if the set lacks a character.
Result<std::string> encode_charset(std::string_view text, Charset charset);

}  // namespace redact
