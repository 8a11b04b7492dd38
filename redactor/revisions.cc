// SPDX-License-Identifier: Apache-2.0
#include "redactor/revisions.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace redact {

std::vector<Revision> Revision::of(const FormattedText& document, const ReadingView& view) {
  std::vector<Revision> revisions;
  for (const auto version : {Field::Version::kOld, Field::Version::kNew}) {
    std::vector<Span> left_out;
    for (const DocumentText::Part& part : document.text.parts()) {
      const bool is_of_version = document.fields[part.use].version == version;
      if (part.role != PartRole::kRead || !is_of_version) continue;
      left_out.push_back({part.begin, part.end, Label::kOther, 0});
    }
    if (left_out.empty()) continue;
    Revision revision;
    size_t at = 0;
    const auto add = [&](size_t end) {
      if (at == end) return;
      revision.pieces_.push_back({revision.text_.size(), at});
      revision.text_ += view.text().substr(at, end - at);
    };
    for (const Span& span : view.to_view(std::move(left_out))) {
      add(span.begin);
      at = span.end;
    }
    add(view.text().size());
    revisions.push_back(std::move(revision));
  }
  return revisions;
}

size_t Revision::in_view(size_t at) const {
  const auto next = std::ranges::upper_bound(pieces_, at, {}, &Piece::begin);
  const Piece& piece = *std::prev(next);
  return piece.in_view + at - piece.begin;
}

std::vector<Span> Revision::in_view(std::vector<Span> spans) const {
  std::erase_if(spans, [&](Span& span) {
    const size_t size = span.end - span.begin;
    span.end = in_view(span.end - 1) + 1;
    span.begin = in_view(span.begin);
    return span.end - span.begin == size;
  });
  return spans;
}

}  // namespace redact
