// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop_check.h"
#include "redactor/span/span.h"

namespace redact {

// The text as a reader sees it, for rules, lists and the model. Characters without a width
// (visible.h) are left out; full-width and styled letters become plain letters; Arabic is written
// without tatweel, vowel marks and presentation forms, and Arabic and Persian digits become 0 to 9
// (arabic.h); accents are combined with their letters; in words that also hold Latin letters,
// letters of other alphabets that look Latin become Latin. In a link, "M%C3%BCller%20Ana" is
// "Müller-Ana". A space of any width, and a line end
// that only keeps lines short (line_wraps.h), becomes a space, and a hyphen of any kind a hyphen. A
// text with more invalid bytes than characters beyond ASCII is read as Windows-1252. So a name
// written in such characters is still read as a name, while the output is still cut from the
// source.
class ReadingView {
 public:
  // The most bytes of a source: offsets of a view have 32 bits.
  static constexpr size_t kMostBytes = UINT32_MAX;

  // `source` must outlive the view: a text with nothing to change is its own view.
  explicit ReadingView(std::string_view source, StopCheck& stop = StopCheck::never());

  std::string_view source() const { return source_; }
  std::string_view text() const { return changed_ ? std::string_view(text_) : source_; }
  // The ends, in the source, of the signs between words in links ("%20"), at which a word begins;
  // ascending.
  const std::vector<size_t>& ends_of_escapes() const { return ends_; }

  // Converts sorted, disjoint spans of the view to spans of the source. Characters that were left
  // out next to a span become part of it; a letter that was read as several is included whole.
  std::vector<Span> to_source(std::vector<Span> spans) const;
  // Converts spans of the source to spans of the view: the characters that were read from their
  // bytes. A span of characters that were left out disappears.
  std::vector<Span> to_view(std::vector<Span> spans) const;
  // The same for ascending positions: each becomes the first byte of the view that was read from
  // that position or later.
  std::vector<size_t> to_view(std::vector<size_t> places) const;

 private:
  std::string_view source_;
  bool changed_ = false;
  std::string text_;
  // For each byte of text_, the bytes of the source that it was read from.
  std::vector<uint32_t> begin_, end_;
  std::vector<size_t> ends_;
};

}  // namespace redact
