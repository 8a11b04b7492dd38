// SPDX-License-Identifier: Apache-2.0
// Text, attribute values and CDATA sections of XML 1.0. Line ends are read as XML processors read
// them: CR LF and CR are a line feed (section 2.11), and any white space of an attribute's value is
// a space (section 3.3.3), unless it is written as a reference.
#include <array>

#include "base/utf8.h"
#include "documents/structured/codecs.h"

namespace redact {

namespace {

constexpr std::string_view kCdataBegin = "<![CDATA[", kCdataEnd = "]]>";

// The characters of section 2.2.
bool is_xml_character(int32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c != 0xfffe && c != 0xffff);
}

// The reference at source[at], as text, and its size; 0 if there is none.
size_t read_reference(std::string_view source, size_t at, std::string& text) {
  struct Name {
    std::string_view name, text;
  };
  static constexpr auto kNames = std::to_array<Name>(
      {{"amp;", "&"}, {"lt;", "<"}, {"gt;", ">"}, {"quot;", "\""}, {"apos;", "'"}});
  for (const Name& name : kNames) {
    if (source.substr(at + 1, name.name.size()) != name.name) continue;
    text = name.text;
    return 1 + name.name.size();
  }
  size_t next = at + 1;
  if (next == source.size() || source[next] != '#') return 0;
  const bool hex = ++next < source.size() && source[next] == 'x';
  next += hex;
  int32_t value = 0;
  const size_t digits = next;
  for (; next < source.size() && source[next] != ';'; ++next) {
    const int digit = hex_digit(source[next]);
    if (digit < 0 || (!hex && digit > 9)) return 0;
    value = value * (hex ? 16 : 10) + digit;
    if (value > 0x10ffff) return 0;
  }
  if (next == source.size() || next == digits) return 0;
  if (!is_xml_character(value) || (value >= 0xd800 && value < 0xe000)) return 0;
  append_utf8(value, text);
  return next + 1 - at;
}

// Appends the text of `source` to `decoded`.
void decode_characters(std::string_view source, bool references, bool attribute, Decoded& decoded) {
  const std::string_view special = !references ? "\r" : attribute ? "&\r\n\t" : "&\r";
  const auto read = [&](size_t at, std::string& text) -> size_t {
    if (source[at] == '&') return read_reference(source, at, text);
    text = attribute ? " " : "\n";
    return source.substr(at, 2) == "\r\n" ? 2 : 1;
  };
  append_escapes(source, special, read, decoded);
}

}  // namespace

Decoded decode_xml(std::string_view source, bool attribute) {
  Decoded decoded;
  decode_characters(source, true, attribute, decoded);
  return decoded;
}

Decoded decode_xml_cdata(std::string_view source) {
  // A replacement may have left the section and begun another one.
  Decoded decoded;
  bool outside = false;
  while (!source.empty()) {
    const std::string_view mark = outside ? kCdataBegin : kCdataEnd;
    const size_t end = std::min(source.find(mark), source.size());
    decode_characters(source.substr(0, end), outside, false, decoded);
    source.remove_prefix(end);
    if (source.empty()) break;
    decoded.unit(mark.size(), "");
    source.remove_prefix(mark.size());
    outside = !outside;
  }
  return decoded;
}

Result<std::string> encode_xml(std::string_view text, const Coding& coding) {
  const bool attribute = coding.codec == Codec::kXmlAttribute;
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const auto [c, n_bytes] = decode_utf8(text, at);
    if (!is_xml_character(c)) return cannot_hold(at, "a control character, which XML cannot hold");
    if (c == '&') {
      out += "&amp;";
    } else if (c == '<') {
      out += "&lt;";
    } else if (c == '>' && !attribute) {  // "]]>" may not occur in text
      out += "&gt;";
    } else if (c == '"' && attribute && coding.quote == '"') {
      out += "&quot;";
    } else if (c == '\'' && attribute && coding.quote == '\'') {
      out += "&apos;";
    } else if (c == '\r' || (attribute && c < ' ') || (coding.ascii_only && c > 0x7e)) {
      append_reference(c, out);
    } else {
      out += text.substr(at, n_bytes);
    }
    at += n_bytes;
  }
  return out;
}

Result<std::string> encode_xml_cdata(std::string_view text, const Coding& coding,
                                     const Seams& seams) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    const auto [c, n_bytes] = decode_utf8(text, at);
    if (!is_xml_character(c)) return cannot_hold(at, "a control character, which XML cannot hold");
    if (c == '\r' || (coding.ascii_only && c > 0x7e)) {  // outside the section, as a reference
      out += kCdataEnd;
      append_reference(c, out);
      out += kCdataBegin;
    } else {
      // "]]>" would end the section; at the beginning, the bytes before may be replaced, too.
      if (c == '>' && (at == 0 || text[at - 1] == ']')) out.append(kCdataEnd).append(kCdataBegin);
      out += text.substr(at, n_bytes);
    }
    at += n_bytes;
  }
  const bool closes = (out.ends_with(']') || (text.empty() && seams.before.ends_with(']'))) &&
                      (seams.after.starts_with("]>") || seams.after.starts_with('>'));
  if (closes) out.append(kCdataEnd).append(kCdataBegin);
  return out;
}

}  // namespace redact
