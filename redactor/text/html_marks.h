// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace redact {

// What a browser would show in place of a piece of HTML.
struct HtmlMark {
  int32_t c;       // the character
  size_t n_bytes;  // of the piece
};

// The tag of formatting (<b>, </font>, <br/>) or the character reference (&uuml;, &#252;, &nbsp;)
// that begins at text[at]; nothing where none does. A tag reads as a space. Other tags, such as
// <PATIENT>, and references without their semicolon are text.
std::optional<HtmlMark> html_mark_at(std::string_view text, size_t at);

}  // namespace redact
