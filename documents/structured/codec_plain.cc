// SPDX-License-Identifier: Apache-2.0
// Texts with few escapes or none: fields of a table, and places where a format has no escape.
#include <algorithm>

#include "base/ascii.h"
#include "documents/structured/codecs.h"

namespace redact {

Decoded decode_table_field(std::string_view source) {
  Decoded decoded;
  if (!source.starts_with('"')) {
    decoded.copy(source);
    return decoded;
  }
  decoded.unit(1, {});
  for (size_t at = 1;;) {
    const size_t quote = std::min(source.find('"', at), source.size());
    decoded.copy(source.substr(at, quote - at));
    if (source.substr(quote, 2) != "\"\"") {
      if (quote < source.size()) decoded.unit(1, {});
      decoded.copy(source.substr(std::min(quote + 1, source.size())));
      return decoded;
    }
    decoded.unit(2, "\"");
    at = quote + 2;
  }
}

// A whole field gets quotes if it needs them. A piece of a field cannot: the field has quotes or
// not.
Result<std::string> encode_table_field(std::string_view text, char separator, const Seams& seams) {
  const char special[] = {separator, '"', '\r', '\n'};
  const size_t first = text.find_first_of({special, sizeof special});
  const bool is_whole = seams.before.empty() && seams.after.empty();
  const bool is_quoted = seams.before.starts_with('"');
  if (!is_quoted && first == text.npos) return std::string(text);
  if (!is_quoted && !is_whole) {
    return cannot_hold(first, "a separator, quote or line end, in a field without quotes");
  }
  std::string out;
  for (const char c : text) out.append(c == '"' ? 2 : 1, c);
  return is_whole ? '"' + out + '"' : out;
}

Result<std::string> encode_verbatim(std::string_view text, const Coding& coding,
                                    const Seams& seams) {
  // An empty segment cannot complete a delimiter.
  if (text.empty() && seams.before.empty() && seams.after.empty()) return std::string();
  for (const std::string_view refused : coding.refused) {
    // The text with as many surrounding bytes as could complete `refused`. The segment's own
    // delimiter follows its end, so `refused` may not begin or end there either.
    const size_t n = refused.size() - 1;
    std::string seam(seams.before.size() < n ? refused.substr(0, n - seams.before.size()) : "");
    seam += seams.before.substr(seams.before.size() - std::min(seams.before.size(), n));
    const size_t begin = seam.size();
    seam += text;
    const size_t end = seam.size();
    seam += seams.after.substr(0, n);
    if (seams.after.size() < n) seam += refused.substr(1 + seams.after.size());
    seam = to_lower(seam);
    for (size_t at = seam.find(refused); at != std::string::npos; at = seam.find(refused, at + 1)) {
      if (at < end && at + refused.size() > begin) {
        return cannot_hold(at > begin ? at - begin : 0,
                           "text that would end its surroundings, which have no escapes");
      }
    }
  }
  return std::string(text);
}

}  // namespace redact
