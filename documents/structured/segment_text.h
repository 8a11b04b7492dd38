// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "documents/structured/decoded.h"
#include "documents/structured/segment.h"

namespace redact {

// Bytes [begin, end) of a text or file and their replacement. Never an insertion: begin < end.
struct Edit {
  size_t begin, end;
  std::string text;
};

// The text of a segment, decoded through all its codings, and the way back.
class SegmentText {
 public:
  // `file` must outlive the result. kBadInput, at a byte of the file if the outermost coding cannot
  // be decoded, else at a byte of the text that the outer coding contains.
  static Result<SegmentText> read(std::string_view file, const TextSegment& segment);

  const std::string& text() const { return layers_.back().text(); }
  // The bytes of the file for bytes [begin, end) of the text; begin < end.
  ByteRange source_of(size_t begin, size_t end) const;

  // Converts edits of the text, ascending and disjoint, to edits of the file, ascending and
  // disjoint, encoded for their places. An edit inside an escape or a Base64 text rewrites that
  // unit; all bytes outside the edits of the file stay. The result is decoded again: kUnsupported
  // if an escape forms across an edge, if the text differs from the requested one, or if a place
  // cannot hold its text.
  Result<std::vector<Edit>> write(std::span<const Edit> edits) const;

  // Whether the place has all characters of a text; it may still have no way to write it.
  bool has_characters_of(std::string_view text) const;

  // Converts segments of a document that is this text to segments of the file: their bytes move and
  // their codings come after this segment's. kUnsupported if one begins or ends inside a unit, as
  // all texts within Base64 do: Base64 contains a separate file.
  Result<void> enclose(std::vector<TextSegment>& segments) const;

 private:
  std::string_view source_;  // of the segment
  size_t begin_ = 0;         // of the segment in the file
  Codings codings_;
  std::vector<Decoded> layers_;  // one for each coding, outermost first
};

// `source` with ascending edits applied.
std::string with_edits(std::string_view source, std::span<const Edit> edits);

}  // namespace redact
