// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/decoded.h"

#include <algorithm>

namespace redact {

void Decoded::copy(std::string_view source) {
  if (source.empty()) return;
  if (pieces_.empty() || pieces_.back().is_unit)
    pieces_.push_back({text_.size(), n_source_, false});
  text_ += source;
  n_source_ += source.size();
}

void Decoded::unit(size_t n_source, std::string_view text) {
  pieces_.push_back({text_.size(), n_source_, true});
  text_ += text;
  n_source_ += n_source;
}

size_t Decoded::piece_of(size_t at) const {
  // The last piece that begins at or before `at`: a unit without text begins with the next one.
  const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), at,
                                      [](size_t byte, const Piece& p) { return byte < p.text; });
  return static_cast<size_t>(after - pieces_.begin()) - 1;
}

size_t Decoded::text_end(size_t piece) const {
  return piece + 1 < pieces_.size() ? pieces_[piece + 1].text : text_.size();
}

size_t Decoded::source_end(size_t piece) const {
  return piece + 1 < pieces_.size() ? pieces_[piece + 1].source : n_source_;
}

ByteRange Decoded::source_of(size_t begin, size_t end) const {
  const size_t first = piece_of(begin);
  const size_t last = piece_of(end - 1);
  const Piece& a = pieces_[first];
  const Piece& b = pieces_[last];
  return {a.is_unit ? a.source : a.source + (begin - a.text),
          b.is_unit ? source_end(last) : b.source + (end - b.text)};
}

ByteRange Decoded::whole_units(size_t begin, size_t end) const {
  const size_t first = piece_of(begin);
  const size_t last = piece_of(end - 1);
  return {pieces_[first].is_unit ? pieces_[first].text : begin,
          pieces_[last].is_unit ? text_end(last) : end};
}

}  // namespace redact
