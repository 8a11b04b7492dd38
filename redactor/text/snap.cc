// SPDX-License-Identifier: Apache-2.0
#include "redactor/text/snap.h"

#include <utf8proc.h>

#include <algorithm>
#include <optional>

#include "base/utf8.h"
#include "language/visible.h"
#include "language/words.h"

namespace redact {

namespace {

// How far before a byte its cluster can begin: real clusters are short, and a stack of marks longer
// than this is an attack, not text.
constexpr size_t kMaxClusterBytes = 256;

// The unit that ends right before `at` > 0; n_bytes is 0 if `at` lies inside a character.
Utf8Unit unit_before(std::string_view text, size_t at) {
  for (size_t back = 1; back <= 4 && back <= at; ++back) {
    const Utf8Unit unit = decode_utf8(text, at - back);
    if (unit.code_point >= 0 && unit.n_bytes == back) return unit;
    if (unit.code_point >= 0 && unit.n_bytes > back) return {unit.code_point, 0};
  }
  return {-1, 1};
}

// Whether a field name may begin at `at` > 0 inside a word: a capital after a small letter.
bool may_begin_field(std::string_view text, size_t at) {
  if (!is_capital(text, at)) return false;
  const Utf8Unit before = unit_before(text, at);
  return before.n_bytes != 0 && is_small(text, at - before.n_bytes);
}

// Whether a span may begin or end at `at`.
bool is_boundary(std::string_view text, size_t at) {
  if (at == 0 || at >= text.size()) return true;
  const Utf8Unit before = unit_before(text, at);
  if (before.n_bytes == 0) return false;
  const Utf8Unit after = decode_utf8(text, at);
  if (before.code_point < 0 || after.code_point < 0) return true;
  const auto in_word = [](int32_t c) { return is_word_character(c) && is_visible(c); };
  if (in_word(before.code_point) && in_word(after.code_point)) return false;
  // Break state needs the cluster's start: walk from a line end or far enough before.
  size_t begin = at;
  while (begin > 0 && at - begin < kMaxClusterBytes && text[begin - 1] != '\n') --begin;
  while (begin < at && is_continuation(text[begin])) ++begin;
  utf8proc_int32_t state = 0;
  int32_t previous = -1;
  bool boundary = true;
  for (size_t i = begin; i <= at;) {
    const Utf8Unit unit = decode_utf8(text, i);
    boundary = previous < 0 || unit.code_point < 0 ||
               utf8proc_grapheme_break_stateful(previous, unit.code_point, &state);
    if (unit.code_point < 0) state = 0;
    previous = unit.code_point;
    i += unit.n_bytes;
  }
  return boundary;
}

// The widened end of a span that ends at `at`: the end of its word, or the beginning of a field
// name that follows the value without a space, as in pasted forms: "Begoña IzaNºCol: 28". A colon
// after the word is the sign of such a name. The function never decreases, so a span that contains
// another still does when both are widened.
size_t widened_end(std::string_view text, size_t at) {
  std::optional<size_t> field;
  size_t end = at;
  while (end < text.size() && !is_boundary(text, end)) {
    if (!field && may_begin_field(text, end)) field = end;
    ++end;
  }
  const std::string_view behind = text.substr(end);
  return field && (behind.starts_with(':') || behind.starts_with(" :")) ? *field : end;
}

void cut_to_visible(std::string_view text, Span& span) {
  while (span.begin < span.end) {
    const Utf8Unit unit = decode_utf8(text, span.begin);
    if (is_visible(unit.code_point)) break;
    span.begin = std::min(span.end, span.begin + unit.n_bytes);
  }
  while (span.begin < span.end) {
    const Utf8Unit unit = unit_before(text, span.end);
    if (unit.n_bytes == 0 || is_visible(unit.code_point)) break;
    span.end -= unit.n_bytes;
  }
}

}  // namespace

void snap_to_words(std::string_view text, std::vector<Span>& spans,
                   const std::vector<size_t>& edges, StopCheck& stop) {
  const auto is_edge = [&](size_t at) { return std::ranges::binary_search(edges, at); };
  size_t reached = 0;
  Span* before = nullptr;  // the span that ends there
  for (Span& span : spans) {
    if (stop.after(kMaxClusterBytes)) break;
    cut_to_visible(text, span);
    if (span.begin == span.end) continue;
    const bool meets = span.begin < reached;
    if (meets) before->support.add(span.support);
    if (span.end <= reached) {  // an earlier widened span covers all of it
      span.begin = span.end;
      continue;
    }
    while (span.begin > reached && !is_edge(span.begin) && !is_boundary(text, span.begin)) {
      --span.begin;
    }
    span.begin = std::max(span.begin, reached);
    if (!is_edge(span.end)) span.end = widened_end(text, span.end);
    const size_t begin = span.begin;
    cut_to_visible(text, span);  // whole clusters may end with invisible characters
    if (meets)
      span.begin = begin;  // two spans must not leave text between them that one would hide
    reached = span.end;
    before = &span;
  }
  std::erase_if(spans, [](const Span& span) { return span.begin == span.end; });
}

}  // namespace redact
