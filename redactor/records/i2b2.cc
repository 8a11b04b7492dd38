// SPDX-License-Identifier: Apache-2.0
#include "redactor/records/formats.h"
#include "redactor/records/i2b2_types.h"
#include "redactor/records/offsets.h"

namespace redact {

namespace {

constexpr std::string_view kOpen = "<![CDATA[", kClose = "]]>";

// The characters of XML 1.0 (its production 2).
bool is_xml(std::string_view text) {
  for (size_t at = 0; at < text.size();) {
    const Utf8Unit unit = decode_utf8(text, at);
    const bool is_space =
        unit.code_point == '\t' || unit.code_point == '\n' || unit.code_point == '\r';
    const bool is_allowed =
        unit.code_point >= 0x20 && unit.code_point != 0xFFFE && unit.code_point != 0xFFFF;
    if (!is_space && !is_allowed) return false;
    at += unit.n_bytes;
  }
  return true;
}

// The text in CDATA sections. A mark that would end a section is divided between two. A parser
// reads CR and CR LF as LF, so a CR is a reference between sections.
void append_cdata(std::string& out, std::string_view text) {
  out += kOpen;
  for (size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\r') {
      out.append(kClose).append("&#13;").append(kOpen);
    } else if (text.substr(at).starts_with(kClose)) {
      out.append("]]").append(kClose).append(kOpen);
      ++at;
    } else {
      out += text[at];
    }
  }
  out += kClose;
}

// The text as an attribute's value. A parser turns other white space into spaces, so it is written
// as references.
void append_value(std::string& out, std::string_view text) {
  for (const char c : text) {
    switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      case '\t': out += "&#9;"; break;
      case '\n': out += "&#10;"; break;
      case '\r': out += "&#13;"; break;
      default: out += c;
    }
  }
}

}  // namespace

Result<std::string> to_i2b2(std::string_view source, const Redaction& redaction) {
  REDACT_TRY(check_unicode(source, redaction.is_archive, "XML"));
  if (!is_xml(source)) {
    return Error{ErrorKind::kBadInput, "text", "holds a control character, which XML cannot hold"};
  }
  std::string xml = "<?xml version=\"1.0\" encoding=\"UTF-8\" ?>\n<deIdi2b2>\n<TEXT>";
  append_cdata(xml, source);
  xml += "</TEXT>\n<TAGS>\n";
  OffsetCounter counter(source, OffsetUnit::kCodePoints);
  size_t number = 0;
  for (const Entity& entity : redaction.entities) {
    const Span& span = entity.span;
    const auto [element, type] = i2b2_type(span.label);
    const size_t begin = counter.at(span.begin), end = counter.peek(span.end);
    xml.append("<").append(element);
    xml += " id=\"P" + std::to_string(number++) + "\" start=\"" + std::to_string(begin) +
           "\" end=\"" + std::to_string(end) + "\" text=\"";
    append_value(xml, source.substr(span.begin, span.end - span.begin));
    xml.append("\" TYPE=\"").append(type).append("\" comment=\"\" />\n");
  }
  return xml + "</TAGS>\n</deIdi2b2>\n";
}

}  // namespace redact
