// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace redact {

// Any bytes as text of a page, outside of tags: markup in them has no effect. Invisible characters,
// which could hide text or reverse its direction, become marked names ("U+202E"), and bytes that
// are not UTF-8 become U+FFFD. White space stays.
std::string escape_html(std::string_view text);

// JSON for a <script> element: no "<" in it can end the element or begin a comment, and it has no
// line separators of Unicode. Its meaning is unchanged.
std::string in_script(std::string_view json);

// "1,234,567".
std::string with_commas(size_t n);

// A table; all cells are HTML.
class HtmlTable {
 public:
  explicit HtmlTable(std::initializer_list<std::string> heads) { add("th", heads); }
  void add(std::initializer_list<std::string> cells) { add("td", cells); }
  // `looks` is a class, or empty.
  std::string html(std::string_view looks = {}) const;

 private:
  void add(std::string_view tag, std::initializer_list<std::string> cells);

  std::string rows_;
};

}  // namespace redact
