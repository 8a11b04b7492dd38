// SPDX-License-Identifier: Apache-2.0
// Texts as formats write them: decoding with a map back to the source, and encoding of a
// replacement for its place. decode(encode(x)) is x.
//
// Bytes that cannot be decoded:
// - An escape that its format does not define (\q in HL7, &nosuch; in HTML) is text, as for the
//   format's readers. A lone surrogate of JSON (\ud83d) is text too, since UTF-8 has no bytes for
//   it.
// - Base64 and UTF-16 that break off or contain other bytes are refused with the position, since
//   their content is unknown.
// Bytes that are not UTF-8 are copied; whoever requires UTF-8 checks it (JSON and XML scanners do).
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "documents/structured/decoded.h"
#include "documents/structured/segment.h"

namespace redact {

// Decodes one coding of a whole segment. kBadInput, at a byte of `source`.
Result<Decoded> decode(std::string_view source, const Coding& coding);

// The unchanged bytes of the segment on both sides of a replacement, and the bytes that it
// replaces. No escape may form across the seams.
struct Seams {
  std::string_view before = {}, after = {}, replaced = {};
};

// Writes a text in a coding with as few escapes as its place allows. `text` is UTF-8, for kBase64,
// kQuotedPrintable, kTableField and kMboxText any bytes. kUnsupported if the place cannot hold it
// (control characters in XML, "--" in a comment, a separator in an unquoted field), at a byte of
// `text` if one can be named.
Result<std::string> encode(std::string_view text, const Coding& coding, const Seams& seams = {});

}  // namespace redact
