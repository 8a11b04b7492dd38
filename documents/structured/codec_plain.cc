// SPDX-License-Identifier: Apache-2.0
// Texts with few escapes or none: fields of a table, names in formulas, lines of an mbox file, and
// places where a format has no escape.
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

// Two apostrophes stand for one (ECMA-376, part 1, 18.17.2).
Decoded decode_sheet_name(std::string_view source) {
  return decode_escapes(source, '\'', [&](size_t at, std::string& text) -> size_t {
    if (source.substr(at, 2) != "''") return 0;
    text = '\'';
    return 2;
  });
}

std::string encode_sheet_name(std::string_view text) {
  std::string out;
  for (const char c : text) out.append(c == '\'' ? 2 : 1, c);
  return out;
}

namespace {

// The characters of a column's name that have an apostrophe before them (18.17.6.1).
constexpr std::string_view kOfColumns = "[]#'@";

}  // namespace

Decoded decode_column_name(std::string_view source) {
  return decode_escapes(source, '\'', [&](size_t at, std::string& text) -> size_t {
    const bool is_escape =
        at + 1 < source.size() && kOfColumns.find(source[at + 1]) != kOfColumns.npos;
    if (!is_escape) return 0;
    text = source[at + 1];
    return 2;
  });
}

std::string encode_column_name(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (kOfColumns.find(c) != kOfColumns.npos) out += '\'';
    out += c;
  }
  return out;
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

namespace {

constexpr std::string_view kFrom = "From ";

// Whether a line begins with From, perhaps behind signs >.
bool begins_with_from(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of('>'), line.size())).starts_with(kFrom);
}

}  // namespace

// Writers of the kind mboxrd add a sign > to those before From, mboxo if there is none. A line of
// mboxo that begins with two signs loses one, and gets it back. The line end before such a line,
// the signs and From form a unit: each makes the others what they are.
Decoded decode_mbox_text(std::string_view source) {
  Decoded decoded;
  size_t done = 0;
  for (size_t line = 0; line < source.size();) {
    const std::string_view rest = source.substr(line);
    if (rest[0] == '>' && begins_with_from(rest)) {
      const size_t begin = line - std::min<size_t>(line, 1);
      const size_t end = line + rest.find_first_not_of('>') + kFrom.size();
      decoded.copy(source.substr(done, begin - done));
      decoded.unit(end - begin, std::string(source.substr(begin, line - begin))
                                    .append(source.substr(line + 1, end - line - 1)));
      done = end;
    }
    const size_t end = source.find('\n', line);
    line = end == source.npos ? source.size() : end + 1;
  }
  decoded.copy(source.substr(done));
  return decoded;
}

// A replacement may begin such a line, but not complete one.
Result<std::string> encode_mbox_text(std::string_view text, const Seams& seams) {
  const std::string_view above = seams.before.substr(seams.before.rfind('\n') + 1);
  const std::string all = std::string(text).append(seams.after.substr(0, kFrom.size()));
  const bool is_completed = !above.empty() && above.size() < kFrom.size() &&
                            std::string(above).append(all).starts_with(kFrom);
  if (is_completed) return cannot_hold(0, "the rest of the word From, which would begin a mail");
  std::string out;
  for (size_t at = 0;;) {
    const std::string_view line = std::string_view(all).substr(at);
    const bool begins_line = at > 0 || above.empty();
    const bool is_marked = at == text.size() && line.starts_with('>');
    if (begins_line && begins_with_from(line) && !is_marked) out += '>';
    const size_t end = text.find('\n', at);
    out += text.substr(at, end - at);
    if (end == text.npos) return out;
    out += '\n';
    at = end + 1;
  }
}

}  // namespace redact
