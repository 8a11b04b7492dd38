// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/codec.h"

#include "base/ascii.h"
#include "base/utf16.h"
#include "base/utf8.h"
#include "documents/structured/charsets.h"
#include "documents/structured/codecs.h"

namespace redact {

int hex_digit(char c) {
  if (is_digit(c)) return c - '0';
  c = to_lower(c);
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

int hex_byte(char high, char low) {
  const int upper = hex_digit(high), lower = hex_digit(low);
  return upper < 0 || lower < 0 ? -1 : upper * 16 + lower;
}

Decoded one_unit(std::string_view source, std::string_view text) {
  Decoded decoded;
  if (!source.empty()) decoded.unit(source.size(), text);
  return decoded;
}

Error cannot_hold(size_t at, std::string what) {
  return Error{ErrorKind::kUnsupported, "byte " + std::to_string(at) + " of a replacement",
               std::move(what)};
}

void append_reference(int32_t code_point, std::string& out) {
  char digits[9];
  size_t n = sizeof digits;
  do {
    digits[--n] = kHexDigits[code_point & 15];
    code_point >>= 4;
  } while (code_point > 0);
  out += "&#x";
  out.append(digits + n, sizeof digits - n);
  out += ';';
}

namespace {

Decoded copied(std::string_view source) {
  Decoded decoded;
  decoded.copy(source);
  return decoded;
}

}  // namespace

Result<Decoded> decode(std::string_view source, const Coding& coding) {
  switch (coding.codec) {
    case Codec::kVerbatim: return copied(source);
    case Codec::kJsonString: return decode_json_string(source);
    case Codec::kJsonToken: return decode_json_token(source);
    case Codec::kXmlText: return decode_xml(source, false);
    case Codec::kXmlAttribute: return decode_xml(source, true);
    case Codec::kXmlCdata: return decode_xml_cdata(source);
    case Codec::kHtmlText: return decode_html(source, false);
    case Codec::kHtmlAttribute: return decode_html(source, true);
    case Codec::kHl7: return decode_hl7(source, coding);
    case Codec::kTableField: return decode_table_field(source);
    case Codec::kRtf: return decode_rtf(source, coding);
    case Codec::kSheetCell: return decode_sheet_cell(source, coding);
    case Codec::kOdfCell: return decode_odf_cell(source, coding);
    case Codec::kSheetName: return decode_sheet_name(source);
    case Codec::kColumnName: return decode_column_name(source);
    case Codec::kBase64: return decode_base64(source);
    case Codec::kCharset: return decode_charset(source, coding.charset);
    case Codec::kUtf16Le: return decode_utf16(source, false);
    case Codec::kUtf16Be: return decode_utf16(source, true);
    case Codec::kAscii: return copied(source);
    case Codec::kQuotedPrintable: return decode_quoted_printable(source);
    case Codec::kMailText: return decode_mail_text(source);
    case Codec::kMailPhrase:
    case Codec::kMailParameter: return decode_mail_phrase(source);
    case Codec::kPercent: return decode_percent(source);
    case Codec::kMboxText: return decode_mbox_text(source);
  }
  return Error{ErrorKind::kInternal, "decode", "unknown codec"};
}

Result<std::string> encode(std::string_view text, const Coding& coding, const Seams& seams) {
  if (coding.codec == Codec::kBase64) return encode_base64(text);
  if (coding.codec == Codec::kQuotedPrintable) return encode_quoted_printable(text, seams);
  if (coding.codec == Codec::kTableField) return encode_table_field(text, coding.separator, seams);
  if (coding.codec == Codec::kMboxText) return encode_mbox_text(text, seams);
  for (size_t at = 0; at < text.size();) {
    const Utf8Unit unit = decode_utf8(text, at);
    if (unit.code_point < 0) return cannot_hold(at, "a byte that is not UTF-8");
    at += unit.n_bytes;
  }
  switch (coding.codec) {
    case Codec::kVerbatim: return encode_verbatim(text, coding, seams);
    case Codec::kJsonString: return encode_json_string(text);
    case Codec::kJsonToken: return encode_json_token(text);
    case Codec::kXmlText:
    case Codec::kXmlAttribute: return encode_xml(text, coding);
    case Codec::kXmlCdata: return encode_xml_cdata(text, coding, seams);
    case Codec::kHtmlText:
    case Codec::kHtmlAttribute: return encode_html(text, coding, seams);
    case Codec::kHl7: return encode_hl7(text, coding.delimiters);
    case Codec::kRtf: return encode_rtf(text, coding, seams);
    case Codec::kSheetCell: return encode_sheet_cell(text, coding, seams);
    case Codec::kOdfCell: return encode_odf_cell(text, coding, seams);
    case Codec::kSheetName: return encode_sheet_name(text);
    case Codec::kColumnName: return encode_column_name(text);
    case Codec::kTableField:
    case Codec::kMboxText:
    case Codec::kBase64: break;  // above
    case Codec::kCharset: return encode_charset(text, coding.charset);
    case Codec::kUtf16Le: return to_utf16(text, false);
    case Codec::kUtf16Be: return to_utf16(text, true);
    case Codec::kAscii: return encode_ascii(text);
    case Codec::kQuotedPrintable: break;  // above
    case Codec::kMailText: return encode_mail_text(text, seams);
    case Codec::kMailPhrase: return encode_mail_phrase(text, false, seams);
    case Codec::kMailParameter: return encode_mail_phrase(text, true, seams);
    case Codec::kPercent: return encode_percent(text);
  }
  return Error{ErrorKind::kInternal, "encode", "unknown codec"};
}

}  // namespace redact
