// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace redact {

// Any bytes as text of a page, outside of tags: no markup of theirs takes effect. Characters that
// cannot be seen, which could hide text or turn its direction around, are marked names ("U+202E"),
// and bytes that are not UTF-8 are U+FFFD. White space stays.
std::string escape_html(std::string_view text);

// JSON that can stand in a <script> element: no "<" ends it or begins a comment, and no line
// separator of Unicode is in it. It is still the same JSON.
std::string in_script(std::string_view json);

// "1,234,567".
std::string with_commas(size_t n);

// A table; all cells are HTML.
class HtmlTable {
 public:
  explicit HtmlTable(std::initializer_list<std::string> heads) { add("th", heads); }
  void add(std::initializer_list<std::string> cells) { add("td", cells); }
  // `looks`: a class, or none.
  std::string html(std::string_view looks = {}) const;

 private:
  void add(std::string_view tag, std::initializer_list<std::string> cells);

  std::string rows_;
};

}  // namespace redact
