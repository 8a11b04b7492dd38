// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace redact {

// Bytes [begin, end).
struct ByteRange {
  size_t begin, end;
};

// A decoded text with the source of each of its bytes. The text consists of pieces that tile both
// it and the source: a piece is either copied, byte for byte, or a unit, such as an escape, whose
// text corresponds to its bytes as a whole, or a sequence of equally long units (groups of Base64).
// A unit may have no text (white space in Base64).
class Decoded {
 public:
  const std::string& text() const { return text_; }

  // Each appends a piece that continues the source.
  void copy(std::string_view source);
  void unit(size_t n_source, std::string_view text);
  // Units of Base64, each with kGroup bytes of the source and kGroupText of the text.
  static constexpr size_t kGroup = 4, kGroupText = 3;
  void groups(std::string_view text);

  // The bytes of the source for bytes [begin, end) of the text, with whole units. Units without
  // text are included between bytes, not at the ends. Precondition: begin < end <= text().size().
  // Work: the logarithm of the number of pieces.
  ByteRange source_of(size_t begin, size_t end) const;
  // The bytes of the text that source_of(begin, end) gives: [begin, end), or more if it begins or
  // ends inside a unit.
  ByteRange whole_units(size_t begin, size_t end) const;

  size_t n_source() const { return n_source_; }

 private:
  enum class Kind : uint8_t { kCopy, kUnit, kGroups };
  struct Piece {
    size_t text, source;  // where the piece begins
    Kind kind;
  };
  // The bytes of the text and of the source that form a unit of the piece; 1 and 1 of a copy.
  struct Step {
    size_t text, source;
  };
  Step step_of(size_t piece) const;
  // The index of the piece with the byte `at` of the text. Within a piece, text and source advance
  // by equal steps (step_of), which are counted from its beginning.
  size_t piece_of(size_t at) const;
  size_t text_end(size_t piece) const;
  size_t source_end(size_t piece) const;

  std::string text_;
  std::vector<Piece> pieces_;
  size_t n_source_ = 0;
};

}  // namespace redact
