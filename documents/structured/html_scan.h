// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/stop_check.h"
#include "documents/structured/places.h"
#include "documents/structured/segment.h"

namespace redact {

// The texts of an HTML page, in order: text, the values of attributes, names of tags and attributes
// that HTML does not define, comments, document types other than <!DOCTYPE html>, and the raw
// contents of elements such as <script>. White space alone is not a segment; between texts it is a
// join. The place of raw content is its element, which has no parent, and an attribute's place is
// in its element. Text in a cell of a table has the place of the cell, in its row, in its table;
// other text has none.
struct HtmlTexts {
  std::vector<TextSegment> segments;
  Places places;
};

inline constexpr std::string_view kHtmlSpace = "\t\n\f\r ";

// Scans a page in an encoding that extends ASCII, or in UTF-16 with a byte order mark. Every page
// is read by the tokenizer of the WHATWG's standard (section 13.2.5), so nothing is malformed; a
// tag without end, which browsers drop, has its segments too. Rules that depend on the surrounding
// elements are not followed: <![CDATA[ in SVG is a comment, and <title> in SVG is one text.
// kBadInput if UTF-16 is broken.
Result<HtmlTexts> scan_html(std::string_view html, StopCheck& stop = StopCheck::never());

// The texts of a note that is plain text except for pieces of HTML that an editor or a browser left
// in it. Markup is: a tag that HTML defines, with attributes that it defines and an end, as in <b>,
// <a href="..."> and </p>; and a comment with an end. A reference has its semicolon. Everything
// else is text: "p<0.05", "AT&T", <john@example.org>, "<b Margaret Ellison>". Text keeps all its
// white space; nullopt if there is no such piece. `note` is in an encoding that extends ASCII.
std::optional<HtmlTexts> scan_note(std::string_view note, StopCheck& stop = StopCheck::never());

}  // namespace redact
