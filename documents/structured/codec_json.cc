// SPDX-License-Identifier: Apache-2.0
// Strings of RFC 8259, section 7.
#include <nlohmann/json.hpp>

#include "base/utf16.h"
#include "base/utf8.h"
#include "documents/structured/codecs.h"

namespace redact {

namespace {

// The four digits of a \u escape whose backslash is source[at]; -1 if there is none.
int32_t escaped_unit(std::string_view source, size_t at) {
  if (source.size() - at < 6 || source[at] != '\\' || source[at + 1] != 'u') return -1;
  int32_t value = 0;
  for (size_t i = at + 2; i < at + 6; ++i) {
    const int digit = hex_digit(source[i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

// The escape at source[at], as text, and its size; 0 if there is none.
size_t read_escape(std::string_view source, size_t at, std::string& text) {
  if (at + 1 == source.size()) return 0;
  constexpr std::string_view kLetters = "\"\\/bfnrt";
  constexpr std::string_view kMeanings = "\"\\/\b\f\n\r\t";
  if (const size_t i = kLetters.find(source[at + 1]); i != std::string_view::npos) {
    text = kMeanings[i];
    return 2;
  }
  const int32_t unit = escaped_unit(source, at);
  if (unit < 0) return 0;
  if (is_high_surrogate(unit)) {
    const int32_t low = at + 6 < source.size() ? escaped_unit(source, at + 6) : -1;
    if (!is_low_surrogate(low)) return 0;
    append_utf8(from_surrogates(unit, low), text);
    return 12;
  }
  if (is_low_surrogate(unit)) return 0;
  append_utf8(unit, text);
  return 6;
}

}  // namespace

Decoded decode_json_string(std::string_view source) {
  return decode_escapes(
      source, '\\', [&](size_t at, std::string& text) { return read_escape(source, at, text); });
}

Result<std::string> encode_json_string(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '"': out += "\\\""; break;
      case '\\': out += "\\\\"; break;
      case '\b': out += "\\b"; break;
      case '\f': out += "\\f"; break;
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default:
        if (static_cast<unsigned char>(c) < 0x20) {
          out += "\\u00";
          append_hex(c, out);
        } else {
          out += c;
        }
    }
  }
  return out;
}

// One unit: if any part of a number or literal is hidden, all of it is written again, perhaps as a
// string.
Decoded decode_json_token(std::string_view source) {
  const bool is_string = source.size() >= 2 && source.front() == '"';
  if (!is_string) return one_unit(source, source);
  return one_unit(source, decode_json_string(source.substr(1, source.size() - 2)).text());
}

Result<std::string> encode_json_token(std::string_view text) {
  // White space around a number would be valid JSON, and NUL ends the text for this parser.
  const bool bare = text.find_first_not_of("+-.0123456789Eaeflnrstu") == std::string_view::npos;
  if (bare && nlohmann::json::accept(text)) return std::string(text);
  auto string = encode_json_string(text);
  return '"' + *string + '"';
}

}  // namespace redact
