// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "redactor/span/span.h"

namespace redact {

// The text as a reader sees it, for rules, lists and the model: what is invisible is left out,
// full-width and styled letters are plain ones, Arabic is written without tatweel, vowel marks and
// presentation forms, its digits and those of Persian are 0 to 9 (arabic.h), accents are part of
// their letters, and letters of another alphabet that look like Latin ones are those inside words
// that hold Latin letters too; a space of any width is a space, so is a line end that only keeps
// lines short (line_wraps.h), and a hyphen of any kind is a hyphen; tags and character references
// of HTML are what a browser shows (html_marks.h). A text with more invalid bytes than characters
// beyond ASCII is read as Windows-1252. A name written so is still read as a name. The output is
// cut from the source all the same. Formatting and tag characters: Unicode categories Cf, and
// variation selectors; Boucher et al., "Bad Characters", 2022, show what such characters do to
// models.
class ReadingView {
 public:
  // The most bytes of a source: offsets of a view have 32 bits.
  static constexpr size_t kMostBytes = UINT32_MAX;

  // `source` outlives the view: a text with nothing to change is its own view.
  explicit ReadingView(std::string_view source);

  std::string_view source() const { return source_; }
  std::string_view text() const { return changed_ ? std::string_view(text_) : source_; }

  // Sorted, disjoint spans of the view as spans of the source. What was left out beside a span goes
  // with it; a letter that was read as several is hidden whole.
  std::vector<Span> to_source(std::vector<Span> spans) const;

 private:
  std::string_view source_;
  bool changed_ = false;
  std::string text_;
  // For each byte of text_, the bytes of the source that it was read from.
  std::vector<uint32_t> begin_, end_;
};

}  // namespace redact
