// SPDX-License-Identifier: Apache-2.0
// Tags in well-formed XML, for codecs of elements that are edited as a whole.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace redact {

struct XmlTag {
  size_t begin, end;      // of the tag
  size_t next;            // of the tag behind it, or the end of the text
  std::string_view name;  // local
  bool is_end, is_empty;
};

// The tags of a text; comments, CDATA sections and instructions are between them.
std::vector<XmlTag> tags_of(std::string_view xml);

// An attribute of a start tag.
struct XmlTagAttribute {
  size_t begin, end;       // with the white space before it
  std::string_view name;   // with its prefix
  std::string_view value;  // as it is written
};
std::vector<XmlTagAttribute> attributes_of(std::string_view xml, const XmlTag& tag);

// Appends the text between tags, without comments.
void append_text_between(std::string_view xml, std::string& text);

}  // namespace redact
