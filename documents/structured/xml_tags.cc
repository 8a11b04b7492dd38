// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/xml_tags.h"

#include <algorithm>

#include "documents/structured/codecs.h"

namespace redact {

namespace {

// The end of a tag, behind ">", which may stand in quotes.
size_t end_of_tag(std::string_view xml, size_t at) {
  char quote = 0;
  for (; at < xml.size(); ++at) {
    const char c = xml[at];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == '>') {
      return at + 1;
    }
  }
  return xml.size();
}

// The next tag from a byte on, over comments, sections and instructions.
size_t next_tag(std::string_view xml, size_t at) {
  for (at = xml.find('<', at); at < xml.size(); at = xml.find('<', at)) {
    std::string_view close;
    if (xml.substr(at).starts_with("<!--")) close = "-->";
    if (xml.substr(at).starts_with("<![CDATA[")) close = "]]>";
    if (xml.substr(at).starts_with("<?")) close = "?>";
    if (close.empty()) return at;
    at = xml.find(close, at);
  }
  return xml.size();
}

}  // namespace

std::vector<XmlTag> tags_of(std::string_view xml) {
  std::vector<XmlTag> tags;
  for (size_t at = next_tag(xml, 0); at < xml.size();) {
    XmlTag tag{};
    tag.begin = at;
    tag.end = end_of_tag(xml, at);
    const std::string_view inside = xml.substr(at + 1, tag.end - at - 1);
    tag.is_end = inside.starts_with('/');
    tag.is_empty = inside.ends_with("/>");
    std::string_view name = inside.substr(tag.is_end);
    name = name.substr(0, name.find_first_of(" \t\r\n/>"));
    tag.name = name.substr(name.find(':') + 1);
    at = tag.next = next_tag(xml, tag.end);
    tags.push_back(tag);
  }
  return tags;
}

void append_text_between(std::string_view xml, std::string& text) {
  constexpr std::string_view kCdata = "<![CDATA[";
  for (size_t at = 0; at < xml.size();) {
    const size_t next = std::min(xml.find('<', at), xml.size());
    text += decode_xml(xml.substr(at, next - at), false).text();
    if (next == xml.size()) return;
    const bool is_cdata = xml.substr(next).starts_with(kCdata);
    const std::string_view close = is_cdata ? "]]>" : xml[next + 1] == '?' ? "?>" : "-->";
    const size_t end = std::min(xml.find(close, next), xml.size());
    if (is_cdata) text += xml.substr(next + kCdata.size(), end - next - kCdata.size());
    at = std::min(end + close.size(), xml.size());
  }
}

std::vector<XmlTagAttribute> attributes_of(std::string_view xml, const XmlTag& tag) {
  std::vector<XmlTagAttribute> attributes;
  size_t at = std::min(xml.find_first_of(" \t\r\n/>", tag.begin + 1), tag.end);
  while (at < tag.end) {
    const size_t equals = xml.find('=', at);
    if (equals >= tag.end) break;
    const size_t quote = xml.find_first_of("\"'", equals);
    const size_t end = xml.find(xml[quote], quote + 1) + 1;
    std::string_view name = xml.substr(at, equals - at);
    name.remove_prefix(std::min(name.find_first_not_of(" \t\r\n"), name.size()));
    name = name.substr(0, name.find_last_not_of(" \t\r\n") + 1);
    attributes.push_back({at, end, name, xml.substr(quote + 1, end - quote - 2)});
    at = end;
  }
  return attributes;
}

}  // namespace redact
