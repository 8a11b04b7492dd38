// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace redact {

// The character that a browser would show for a piece of HTML.
struct HtmlMark {
  int32_t c;       // the character
  size_t n_bytes;  // of the piece
};

// The formatting tag (<b>, </font>, <br/>) or character reference (&uuml;, &#252;, &nbsp;) that
// begins at text[at]; nullopt if none does. A tag is read as a space. Other tags, such as
// <PATIENT>, and references without their semicolon are text.
std::optional<HtmlMark> html_mark_at(std::string_view text, size_t at);

}  // namespace redact
