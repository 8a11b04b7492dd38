// SPDX-License-Identifier: Apache-2.0
// The codecs one by one, for codec.cc.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "documents/structured/codec.h"
#include "documents/structured/segment_text.h"

namespace redact {

Decoded decode_json_string(std::string_view source);
Result<std::string> encode_json_string(std::string_view text);
Decoded decode_json_token(std::string_view source);
Result<std::string> encode_json_token(std::string_view text);

Decoded decode_xml(std::string_view source, bool attribute);
Decoded decode_xml_cdata(std::string_view source);
Result<std::string> encode_xml(std::string_view text, const Coding& coding);
Result<std::string> encode_xml_cdata(std::string_view text, const Coding& coding,
                                     const Seams& seams);

Decoded decode_html(std::string_view source, bool attribute);
// Appends the text of the reference at source[at] and returns the bytes of the reference; 0: there
// is none. `attribute`: the source is the value of one.
size_t read_html_reference(std::string_view source, size_t at, bool attribute, std::string& text);
Result<std::string> encode_html(std::string_view text, const Coding& coding, const Seams& seams);

Decoded decode_hl7(std::string_view source, const Coding& coding);
Result<std::string> encode_hl7(std::string_view text, const Hl7Delimiters& delimiters);

Decoded decode_table_field(std::string_view source);
Result<std::string> encode_table_field(std::string_view text, char separator, const Seams& seams);

Result<std::string> encode_verbatim(std::string_view text, const Coding& coding,
                                    const Seams& seams);

Decoded decode_rtf(std::string_view source, const Coding& coding);
Result<std::string> encode_rtf(std::string_view text, const Coding& coding, const Seams& seams);

Result<Decoded> decode_sheet_cell(std::string_view source, const Coding& coding);
Result<std::string> encode_sheet_cell(std::string_view text, const Coding& coding,
                                      const Seams& seams);

Decoded decode_odf_cell(std::string_view source, const Coding& coding);
Result<std::string> encode_odf_cell(std::string_view text, const Coding& coding,
                                    const Seams& seams);
Decoded decode_sheet_name(std::string_view source);
std::string encode_sheet_name(std::string_view text);
Decoded decode_column_name(std::string_view source);
std::string encode_column_name(std::string_view text);

// Whether a text is a number that a sheet writes as it is; a date of ISO 8601 without a time.
bool is_sheet_number(std::string_view text);
bool is_sheet_day(std::string_view text);
// The day of a date of ISO 8601, which may have a time.
inline std::string_view day_of_iso(std::string_view text) { return text.substr(0, text.find('T')); }

Result<Decoded> decode_base64(std::string_view source);
std::string encode_base64(std::string_view bytes);
// Edits of the decoded bytes as an edit of Base64, which keeps its line width and its padding.
std::vector<Edit> edit_base64(std::string_view source, const Decoded& decoded,
                              std::span<const Edit> edits);

Decoded decode_quoted_printable(std::string_view source);
std::string encode_quoted_printable(std::string_view text, const Seams& seams);
Result<std::string> encode_ascii(std::string_view text);
Decoded decode_mbox_text(std::string_view source);
Result<std::string> encode_mbox_text(std::string_view text, const Seams& seams);
Result<Decoded> decode_mail_text(std::string_view source);
Result<std::string> encode_mail_text(std::string_view text, const Seams& seams);
Result<Decoded> decode_mail_phrase(std::string_view source);
std::string encode_mail_phrase(std::string_view text, bool is_parameter, const Seams& seams);
Decoded decode_percent(std::string_view source);
std::string encode_percent(std::string_view text);

Result<Decoded> decode_utf16(std::string_view source, bool high_byte_first);

// Helpers of several codecs.

inline constexpr std::string_view kHexDigits = "0123456789abcdef",
                                  kUpperHexDigits = "0123456789ABCDEF";
inline void append_hex(char byte, std::string& out, std::string_view digits = kHexDigits) {
  out += digits[static_cast<uint8_t>(byte) >> 4];
  out += digits[byte & 15];
}
// The value of a hexadecimal digit; -1 for another character.
int hex_digit(char c);
// The byte that two hexadecimal digits stand for; -1 if they are none.
int hex_byte(char high, char low);
// Decodes a text whose escapes begin with a mark, one character or any of several. read(at, text)
// appends the text of the escape at a byte of the source and returns the bytes of the escape; 0: it
// is none, and the mark is text.
template <typename Marks, typename Read>
void append_escapes(std::string_view source, Marks marks, Read read, Decoded& decoded) {
  for (size_t at = 0; at < source.size();) {
    const size_t escape = source.find_first_of(marks, at);
    decoded.copy(source.substr(at, escape - at));
    if (escape == source.npos) break;
    at = escape;
    std::string text;
    if (const size_t n = read(at, text); n > 0) {
      decoded.unit(n, text);
      at += n;
    } else {
      decoded.copy(source.substr(at++, 1));
    }
  }
}
template <typename Marks, typename Read>
Decoded decode_escapes(std::string_view source, Marks marks, Read read) {
  Decoded decoded;
  append_escapes(source, marks, read, decoded);
  return decoded;
}
// A source whose text is one unit.
Decoded one_unit(std::string_view source, std::string_view text);
// The error for a text that does not fit its place, at a byte of the text.
Error cannot_hold(size_t at, std::string what);
// &#xH;
void append_reference(int32_t code_point, std::string& out);

}  // namespace redact
