// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace redact {

// Whether HTML, or a program that writes HTML, defines the element. In "<john@example.org>" the
// name of a tag belongs to a person. Names are in lower case.
bool is_html_element(std::string_view name);

// Whether VML, or the settings that Word and Outlook write into pages, define the element.
bool is_office_element(std::string_view name);

// The kind of an attribute of HTML.
enum class HtmlAttribute {
  kUnknown,  // its name, too, may be any text
  kText,     // people write or read its value: title, href
  kSetting,  // its value is for the browser: class, width
  kDrawing,  // of SVG; its value consists of numbers: d, viewBox
};
HtmlAttribute html_attribute(std::string_view name);

// Whether an attribute of SVG draws, and its value consists of numbers, with letters of a path or
// words of a transformation.
bool is_drawing(std::string_view attribute, std::string_view value);

}  // namespace redact
