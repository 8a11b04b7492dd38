// SPDX-License-Identifier: Apache-2.0
#include "redactor/text/line_wraps.h"

#include <algorithm>

#include "base/utf8.h"
#include "language/arabic.h"
#include "language/words.h"

namespace redact {

namespace {

// Narrower texts are columns and lists, whose lines have similar lengths by chance.
constexpr size_t kLeastWidth = 60;
// How much longer than the width a line may be: by a long word at most, since a longer line was not
// wrapped at that width.
constexpr size_t kSlack = 15;
// A colon within the first bytes of a line makes it a form field: "Fecha de nacimiento: ".
constexpr size_t kFieldName = 30;

// A line without the white space at its end; lengths in characters.
struct Line {
  size_t end;         // at its '\n', or the end of the text
  size_t length;      // indentation included; 0 if the line is blank
  size_t first_word;  // its length
  bool begins_small;  // with a small letter, or a letter of a script without capitals
  bool ends_open;     // ends in a word that begins with a small letter
  bool is_item;       // a list item
  bool is_field;      // a form field, or a word and a colon within running text
};

// Arabic has no capitals, so every Arabic word may continue a line.
bool may_go_on(std::string_view text, size_t at) {
  return is_small(text, at) || is_arabic_letter(decode_utf8(text, at).code_point);
}

bool has_stop(std::string_view word) {
  return word.find_first_of(".,:;!?)") != word.npos || word.find("،") != word.npos ||
         word.find("؛") != word.npos || word.find("؟") != word.npos;
}

std::vector<Line> split_lines(std::string_view text, StopCheck& stop) {
  constexpr std::string_view kBlank = " \t\r";
  std::vector<Line> lines;
  StopStride stride(stop);
  for (size_t begin = 0; begin < text.size() && !stride.at(begin);) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    line = line.substr(0, line.find_last_not_of(kBlank) + 1);
    begin = end + 1;
    if (line.empty()) {
      lines.push_back({end, 0, 0, false, false, false, false});
      continue;
    }
    const size_t first = line.find_first_not_of(kBlank);
    const size_t first_end = std::min(line.find_first_of(kBlank, first), line.size());
    const size_t last = line.find_last_of(kBlank) + 1;
    lines.push_back({end, count_characters(line),
                     count_characters(line.substr(first, first_end - first)),
                     may_go_on(line, first), may_go_on(line, last) && !has_stop(line.substr(last)),
                     line[first] == '-' || line[first] == '*',
                     line.substr(first, kFieldName).find(':') != line.npos});
  }
  return lines;
}

}  // namespace

std::vector<size_t> find_line_wraps(std::string_view text, StopCheck& stop) {
  const std::vector<Line> lines = split_lines(text, stop);
  const auto may_join = [&](size_t i) {
    return lines[i].length > 0 && lines[i + 1].length > 0 && !lines[i + 1].is_item;
  };
  const auto goes_on = [&](size_t i) {
    return may_join(i) && !lines[i + 1].is_field &&
           (lines[i].ends_open || lines[i + 1].begins_small);
  };
  size_t longest = 0, width = 0;  // width: second longest, as an unwrapped line may also continue
  for (size_t i = 0; i + 1 < lines.size(); ++i) {
    if (!goes_on(i)) continue;
    width = std::max(width, std::min(longest, lines[i].length));
    longest = std::max(longest, lines[i].length);
  }
  if (width < kLeastWidth) return {};
  const auto is_full = [&](size_t i) {
    return lines[i].length + 1 + lines[i + 1].first_word > width &&
           lines[i].length <= width + kSlack;
  };
  size_t n_going_on = 0, n_full = 0;
  std::vector<size_t> wraps;
  for (size_t begin = 0, end = 0; begin + 1 < lines.size(); begin = end + 1) {
    // A block of lines up to a blank line. If none of its full lines continues, its fields are form
    // fields.
    bool runs_on = false;
    for (end = begin; end + 1 < lines.size() && lines[end].length > 0; ++end) {
      if (!goes_on(end)) continue;
      ++n_going_on;
      if (!is_full(end)) continue;
      ++n_full;
      runs_on = true;
    }
    for (size_t i = begin; i < end; ++i) {
      if (may_join(i) && is_full(i) && (runs_on || !lines[i + 1].is_field)) {
        wraps.push_back(lines[i].end);
      }
    }
  }
  if (n_full < 2 || 4 * n_full < 3 * n_going_on) return {};
  return wraps;
}

}  // namespace redact
