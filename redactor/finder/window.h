// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "redactor/finder/rows.h"

namespace redact {

// Cuts a text into chunks of 1..max_bytes bytes that tile it and are tokenised one by one, so that
// the memory of tokenising does not grow with the document. They refer to the text. A cut falls
// right after a line end if the second half of the chunk has one, else before a space there, else
// between two characters. max_bytes >= 8. `passages` are the beginnings of passages, ascending. A
// passage of a sentence or more is a chunk by itself; the shorter ones between two such passages
// form chunks together.
std::vector<std::string_view> cut_chunks(std::string_view text, size_t max_bytes,
                                         std::span<const size_t> passages = {});

// Rows [begin, end) of a document, decided together. The `before` rows before them and the `behind`
// rows after them are read too.
struct Window {
  size_t begin;
  size_t end;
  size_t before = 0;
  size_t behind = 0;

  size_t read_from() const { return begin - before; }
  size_t read_to() const { return end + behind; }
};

// The lengths of windows, in rows.
struct WindowLengths {
  size_t whole;       // a text of at most this many is one window
  size_t decided;     // the most that a window of a longer text decides; 1..whole
  size_t before = 0;  // read before the decided ones; fewer at the beginning of the text
  size_t behind = 0;  // read after them
  // The rows that are read before the decided ones begin with a word, so they may be fewer.
  bool whole_words = false;
};

// Cuts a document into windows that tile it (P2). A cut falls in the second half of the rows that
// a window may decide: right after a line end if there is one, else after the end of a sentence,
// else before a space, else at the limit. tools/train cuts the same way, so the model runs on the
// kind of windows it learned from. `text` is the text that `rows` was made from.
std::vector<Window> cut_windows(std::string_view text, const TextRows& rows,
                                const WindowLengths& lengths);

}  // namespace redact
