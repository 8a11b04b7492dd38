// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"

namespace redact {

// What bytes are that are no plain text, by how they begin: "PDF", "an image". nullptr where they
// may be text. Word processors' files and UTF-16 would be copied unread.
const char* binary_kind(std::string_view bytes);

// What a text is that has a structure of its own, in which names stand between marks that tear them
// apart ("HIGH ST^^LEEDS") or tell what they are: "HTML or XML", "JSON" or "HL7 v2"; else nullptr.
// - HL7 v2: a line begins with MSH|^~\&.
// - JSON: the text begins with an object that has a field, or with an array of such objects or of
//   strings; white space and a byte order mark before it do not count.
// - HTML or XML: the text begins with <?xml, <!doctype or <!--, or with an element whose end tag
//   stands behind it; or it holds an end tag of a page, paragraph, list or table (</div>, </p>,
//   </td> ...); or its file is named .html, .htm, .xhtml or .xml and it holds any tag.
// A <b> or <br> in passing, "p<0.05", <PATIENT> and [PATIENT] are plain text.
const char* structured_kind(std::string_view text, std::string_view file_name);

// The error that withholds what is no plain text.
Error not_plain_text(const char* kind);

}  // namespace redact
