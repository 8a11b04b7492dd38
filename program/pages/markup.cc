// SPDX-License-Identifier: Apache-2.0
#include "program/pages/markup.h"

#include <array>
#include <cstdio>

#include "base/utf8.h"
#include "language/visible.h"

namespace redact {

namespace {

bool is_control(int32_t c) {
  const bool is_white_space = c == '\t' || c == '\n' || c == '\r';
  return (c < 0x20 && !is_white_space) || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 ||
         c == 0xfffe || c == 0xffff;
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string out;
  out.reserve(text.size() + text.size() / 16);
  for (size_t at = 0; at < text.size();) {
    const Utf8Unit unit = decode_utf8(text, at);
    const int32_t c = unit.code_point;
    if (c < 0) {
      out += "\xef\xbf\xbd";
    } else if (is_control(c) || is_zero_width(c)) {
      std::array<char, 48> glyph;
      std::snprintf(glyph.data(), glyph.size(), "<span class=\"glyph\">U+%04X</span>",
                    static_cast<unsigned>(c));
      out += glyph.data();
    } else {
      switch (c) {
        case '&': out += "&amp;"; break;
        case '<': out += "&lt;"; break;
        case '>': out += "&gt;"; break;
        case '"': out += "&quot;"; break;
        default: out += text.substr(at, unit.n_bytes);
      }
    }
    at += unit.n_bytes;
  }
  return out;
}

std::string in_script(std::string_view json) {
  constexpr std::string_view kSeparator = "\xe2\x80\xa8", kParagraph = "\xe2\x80\xa9";
  std::string out;
  out.reserve(json.size() + json.size() / 64);
  for (size_t at = 0; at < json.size(); ++at) {
    const std::string_view rest = json.substr(at, kSeparator.size());
    if (json[at] == '<') {
      out += "\\u003c";
    } else if (rest == kSeparator || rest == kParagraph) {
      out += rest == kSeparator ? "\\u2028" : "\\u2029";
      at += kSeparator.size() - 1;
    } else {
      out += json[at];
    }
  }
  return out;
}

std::string with_commas(size_t n) {
  std::string digits = std::to_string(n);
  for (size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string HtmlTable::html(std::string_view looks) const {
  const std::string of_class = looks.empty() ? "" : " class=\"" + std::string(looks) + "\"";
  return "<table" + of_class + ">\n" + rows_ + "</table>\n";
}

void HtmlTable::add(std::string_view tag, std::initializer_list<std::string> cells) {
  rows_ += "<tr>";
  for (const std::string& cell : cells) {
    rows_.append("<").append(tag).append(">").append(cell);
    rows_.append("</").append(tag).append(">");
  }
  rows_ += "</tr>\n";
}

}  // namespace redact
