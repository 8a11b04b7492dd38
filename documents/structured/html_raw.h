// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace redact {

// The way in which the content of an element is read.
enum class HtmlContent {
  kMarkup,
  kEscapable,  // RCDATA: text with references and without tags
  kRaw,        // RAWTEXT: without both
  kScript,     // raw, but "<!--<script>" hides the end
  kXmp,        // raw, and shown unchanged
  kPlain,      // the same to the end of the file
};
// `name` is in lower case.
HtmlContent html_content(std::string_view name);

// The position of the end tag of an element whose content, other than kMarkup, begins at `begin`;
// html.size() if there is none.
size_t content_end(std::string_view html, size_t begin, std::string_view name, HtmlContent content);

}  // namespace redact
