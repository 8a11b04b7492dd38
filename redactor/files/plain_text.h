// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"

namespace redact {

// The kind of bytes that are not plain text, judged by how they begin: "PDF", "an image". nullptr
// if they may be text. Word processor files and UTF-16 would otherwise be copied without their text
// being read.
const char* binary_kind(std::string_view bytes);

// The kind of a text with a markup of its own ("HTML or XML", "JSON" or "HL7 v2"), in which marks
// split names ("HIGH ST^^LEEDS") or say what they are; else nullptr.
// - HL7 v2: a line begins with MSH|^~\&.
// - JSON: the text begins with an object that has a field, or with an array of such objects or of
//   strings; white space and a byte order mark before it are ignored.
// - HTML or XML: the text begins with <?xml, <!doctype or <!--, or with an element whose end tag
//   follows it; or it holds an end tag of a page, paragraph, list or table (</div>, </p>, </td>
//   ...); or its file is named .html, .htm, .xhtml or .xml and it holds any tag.
// An occasional <b> or <br>, "p<0.05", <PATIENT> and [PATIENT] are plain text.
const char* structured_kind(std::string_view text, std::string_view file_name);

// The error with which an input that is not plain text is withheld.
Error not_plain_text(const char* kind);

}  // namespace redact
