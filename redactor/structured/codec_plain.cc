// SPDX-License-Identifier: Apache-2.0
// Texts with few escapes or none: fields of a table, and places where a format has no escape.
#include <algorithm>

#include "redactor/structured/codecs.h"

namespace redact {

Decoded decode_table_field(std::string_view source, const Coding& coding) {
  Decoded decoded;
  for (size_t at = 0; at < source.size();) {
    const size_t quote =
        coding.quote ? std::min(source.find("\"\"", at), source.size()) : source.size();
    decoded.copy(source.substr(at, quote - at));
    at = quote;
    if (at == source.size()) break;
    decoded.unit(2, "\"");
    at += 2;
  }
  return decoded;
}

Result<std::string> encode_table_field(std::string_view text, const Coding& coding) {
  std::string out;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (!coding.quote && (c == coding.separator || c == '"' || c == '\r' || c == '\n')) {
      return cannot_hold(at, "a separator, quote or line end, in a field without quotes");
    }
    out += c;
    if (c == '"') out += c;
  }
  return out;
}

Result<std::string> encode_verbatim(std::string_view text, const Coding& coding,
                                    const Seams& seams) {
  for (const std::string_view refused : coding.refused) {
    // The text with as much of what is around as could complete `refused`. Where the segment ends,
    // its own delimiter follows, so `refused` may not begin or end there either.
    const size_t n = refused.size() - 1;
    std::string seam(seams.before.size() < n ? refused.substr(0, n - seams.before.size()) : "");
    seam += seams.before.substr(seams.before.size() - std::min(seams.before.size(), n));
    const size_t begin = seam.size();
    seam += text;
    const size_t end = seam.size();
    seam += seams.after.substr(0, n);
    if (seams.after.size() < n) seam += refused.substr(1 + seams.after.size());
    for (char& c : seam) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    }
    for (size_t at = seam.find(refused); at != std::string::npos; at = seam.find(refused, at + 1)) {
      if (at < end && at + refused.size() > begin) {
        return cannot_hold(at > begin ? at - begin : 0,
                           "what would end the text around it, where there are no escapes");
      }
    }
  }
  return std::string(text);
}

}  // namespace redact
