// SPDX-License-Identifier: Apache-2.0
#include "redactor/finder/window.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/utf8.h"

namespace redact {

namespace {

// Bytes of a passage that is read separately: about a sentence, which the model understands by
// itself. It understands a name or a number in a separate field by the fields around it. 30 to 120
// bytes find the same in the published files of FHIR (bench/documents.py).
constexpr size_t kLongPassage = 60;

// The quality of a cut right before row `i`: 3 after a line end, 2 after a sentence, 1 before a
// space.
int cut_quality(std::string_view text, const TextRows& rows, size_t i) {
  const size_t at = rows.begin(i);
  if (at == 0 || at >= text.size()) return 0;
  const char before = text[at - 1];
  if (before == '\n') return 3;
  if (!is_space(text[at])) return 0;
  return before == '.' || before == '!' || before == '?' ? 2 : 1;
}

size_t cut_before(std::string_view text, const TextRows& rows, size_t begin, size_t max_rows) {
  const size_t last = begin + max_rows;
  size_t best = last;
  int best_quality = 0;
  for (size_t i = last; i > begin + max_rows / 2; --i) {  // the last of equal cuts wins
    const int quality = cut_quality(text, rows, i);
    if (quality > best_quality) {
      best = i;
      best_quality = quality;
    }
  }
  return best;
}

// The end of the chunk that begins at `begin`; more than max_bytes bytes are left.
size_t chunk_end(std::string_view text, size_t begin, size_t max_bytes) {
  const std::string_view second_half =
      text.substr(begin + max_bytes / 2, max_bytes - max_bytes / 2);
  const size_t line_end = second_half.rfind('\n');
  if (line_end != std::string_view::npos) return begin + max_bytes / 2 + line_end + 1;
  const size_t space = second_half.rfind(' ');
  if (space != std::string_view::npos) return begin + max_bytes / 2 + space;
  size_t end = begin + max_bytes;  // not inside a character, which is at most 4 bytes
  for (int i = 0; i < 3 && is_continuation(text[end]); ++i) --end;
  return end;
}

}  // namespace

std::vector<std::string_view> cut_chunks(std::string_view text, size_t max_bytes,
                                         std::span<const size_t> passages) {
  std::vector<std::string_view> chunks;
  const auto add = [&](size_t begin, size_t group_end) {
    while (begin < group_end) {
      const size_t end = group_end - begin <= max_bytes
                             ? group_end
                             : chunk_end(text.substr(0, group_end), begin, max_bytes);
      chunks.push_back(text.substr(begin, end - begin));
      begin = end;
    }
  };
  size_t group = 0, passage = 0;  // beginnings: of the passages read together, of the last one
  const auto end_passage = [&](size_t end) {
    if (end - passage < kLongPassage) return;
    add(group, passage);
    add(passage, end);
    group = end;
  };
  for (const size_t next : passages) {
    end_passage(next);
    passage = next;
  }
  end_passage(text.size());
  add(group, text.size());
  return chunks;
}

std::vector<Window> cut_windows(std::string_view text, const TextRows& rows,
                                const WindowLengths& lengths) {
  std::vector<Window> windows;
  const size_t n = rows.n(), most = n <= lengths.whole ? n : lengths.decided;
  for (size_t begin = 0; begin < n;) {
    const size_t end = n - begin <= most ? n : cut_before(text, rows, begin, most);
    size_t before = std::min(begin, lengths.before);
    const auto is_inside = [&](size_t i) { return i > 0 && cut_quality(text, rows, i) == 0; };
    while (lengths.whole_words && before > 0 && is_inside(begin - before)) --before;
    windows.push_back({begin, end, before, std::min(n - end, lengths.behind)});
    begin = end;
  }
  return windows;
}

}  // namespace redact
