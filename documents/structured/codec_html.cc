// SPDX-License-Identifier: Apache-2.0
// Text and attribute values of HTML, by the tokenizer of the WHATWG's standard: section 13.2.5.72
// and the following ones for references, 13.2.3.5 for line ends.
#include <algorithm>

#include "base/ascii.h"
#include "base/utf8.h"
#include "base/windows_1252.h"
#include "documents/structured/codecs.h"
#include "documents/structured/html_references.h"

namespace redact {

namespace {

// The character of a number; 0x80 to 0x9f are read as Windows-1252.
int32_t referred(int32_t number) {
  if (number == 0 || number > 0x10ffff || (number >= 0xd800 && number < 0xe000)) return 0xfffd;
  if (number < 0x80 || number >= 0xa0) return number;
  const int32_t character = from_windows_1252(static_cast<uint8_t>(number));
  return character < 0 ? number : character;
}

// The numeric reference at source[at], as text, and its size; 0 if there is none.
size_t read_number(std::string_view source, size_t at, std::string& text) {
  size_t next = at + 2;
  const bool hex = next < source.size() && (source[next] | 0x20) == 'x';
  next += hex;
  const size_t digits = next;
  int32_t value = 0;
  for (; next < source.size(); ++next) {
    const int digit = hex_digit(source[next]);
    if (digit < 0 || (!hex && digit > 9)) break;
    value = std::min(value * (hex ? 16 : 10) + digit, 0x110000);
  }
  if (next == digits) return 0;
  append_utf8(referred(value), text);
  return next + (next < source.size() && source[next] == ';') - at;
}

// Whether a reference that began before a replacement could continue in it.
bool is_open(std::string_view before) {
  const size_t longest =
      kLongestHtmlReference + 3;  // "&#x" and digits beyond any name decide alike
  const size_t begin = before.size() - std::min(before.size(), longest);
  size_t at = before.size();
  while (at > begin && is_alphanumeric(before[at - 1])) --at;
  if (at == begin && begin > 0) return true;  // more than a name: perhaps digits
  if (at > begin && before[at - 1] == '#') --at;
  return at > begin && before[at - 1] == '&';
}

// Whether a "<" before a replacement, which was text, would begin a tag or a comment with it.
bool opens_markup(std::string_view before, std::string_view text) {
  if (!before.ends_with('<') && !before.ends_with("</")) return false;
  return is_letter(text[0]) || std::string_view("!?/").find(text[0]) != std::string_view::npos;
}

}  // namespace

size_t read_html_reference(std::string_view source, size_t at, bool attribute, std::string& text) {
  if (source.substr(at + 1, 1) == "#") return read_number(source, at, text);
  const HtmlReference* reference = html_reference(source.substr(at + 1));
  if (!reference) return 0;
  size_t n = 1 + reference->name.size();
  text = reference->text;
  if (attribute && !reference->name.ends_with(';') && at + n < source.size() &&
      (source[at + n] == '=' || is_alphanumeric(source[at + n]))) {
    // This is text, as in href="?a=1&copy=2". It stays text only while the next character is there,
    // so that character belongs to the unit.
    text = source.substr(at, ++n);
  }
  return n;
}

Decoded decode_html(std::string_view source, bool attribute) {
  static constexpr std::string_view kSpecial("&\r\0", 3);
  return decode_escapes(source, kSpecial, [&](size_t at, std::string& text) -> size_t {
    if (source[at] == '&') return read_html_reference(source, at, attribute, text);
    if (source[at] == '\r') {
      text = "\n";
      return source.substr(at, 2) == "\r\n" ? 2 : 1;
    }
    // A NUL is shown as U+FFFD in a value and not at all between tags, so that a word that contains
    // one stays a word.
    if (attribute) text = "\xef\xbf\xbd";
    return 1;
  });
}

Result<std::string> encode_html(std::string_view text, const Coding& coding, const Seams& seams) {
  const bool attribute = coding.codec == Codec::kHtmlAttribute;
  const bool unquoted = attribute && coding.quote == 0;
  const bool open =
      is_open(seams.before) || (!attribute && !text.empty() && opens_markup(seams.before, text));
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const auto [c, n_bytes] = decode_utf8(text, at);
    if (c == 0) return cannot_hold(at, "a NUL, which HTML cannot hold");
    const char byte = text[at];
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<' && (!attribute || unquoted)) {
      out += "&lt;";
    } else if (c == '"' && attribute && coding.quote != '\'') {
      out += "&quot;";
    } else if (c == '\r' || (at == 0 && open && c < 0x80) ||
               (c == '\'' && attribute && coding.quote == '\'') ||
               (unquoted && c < 0x80 &&
                std::string_view(" \t\n\f>'=`").find(byte) != std::string_view::npos)) {
      append_reference(c, out);
    } else {
      out += text.substr(at, n_bytes);
    }
    at += n_bytes;
  }
  return out;
}

}  // namespace redact
