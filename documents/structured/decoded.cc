// SPDX-License-Identifier: Apache-2.0
#include "documents/structured/decoded.h"

#include <algorithm>

namespace redact {

void Decoded::copy(std::string_view source) {
  if (source.empty()) return;
  if (pieces_.empty() || pieces_.back().kind != Kind::kCopy) {
    pieces_.push_back({text_.size(), n_source_, Kind::kCopy});
  }
  text_ += source;
  n_source_ += source.size();
}

void Decoded::unit(size_t n_source, std::string_view text) {
  pieces_.push_back({text_.size(), n_source_, Kind::kUnit});
  text_ += text;
  n_source_ += n_source;
}

void Decoded::groups(std::string_view text) {
  if (text.empty()) return;
  if (pieces_.empty() || pieces_.back().kind != Kind::kGroups) {
    pieces_.push_back({text_.size(), n_source_, Kind::kGroups});
  }
  text_ += text;
  n_source_ += text.size() / kGroupText * kGroup;
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

Decoded::Step Decoded::step_of(size_t piece) const {
  switch (pieces_[piece].kind) {
    case Kind::kCopy: return {1, 1};
    case Kind::kGroups: return {kGroupText, kGroup};
    case Kind::kUnit: break;
  }
  return {text_end(piece) - pieces_[piece].text, source_end(piece) - pieces_[piece].source};
}

ByteRange Decoded::source_of(size_t begin, size_t end) const {
  const size_t first = piece_of(begin);
  const size_t last = piece_of(end - 1);
  const Piece& a = pieces_[first];
  const Piece& b = pieces_[last];
  const Step of_first = step_of(first), of_last = step_of(last);
  return {a.source + (begin - a.text) / of_first.text * of_first.source,
          b.source + ((end - 1 - b.text) / of_last.text + 1) * of_last.source};
}

ByteRange Decoded::whole_units(size_t begin, size_t end) const {
  const size_t first = piece_of(begin);
  const size_t last = piece_of(end - 1);
  const size_t from = (begin - pieces_[first].text) / step_of(first).text;
  const size_t to = (end - 1 - pieces_[last].text) / step_of(last).text + 1;
  return {pieces_[first].text + from * step_of(first).text,
          pieces_[last].text + to * step_of(last).text};
}

}  // namespace redact
