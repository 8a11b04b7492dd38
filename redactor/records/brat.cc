// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include "redactor/records/formats.h"

namespace redact {

namespace {

constexpr std::string_view kLineEnds = "\r\n";

// The pieces of an entity, without line ends.
std::vector<ByteRange> fragments_of(std::string_view source, const Entity& entity) {
  std::vector<ByteRange> fragments;
  for (const ByteRange& piece : entity.pieces()) {
    for (size_t at = piece.begin; at < piece.end;) {
      const size_t end = std::min(source.find_first_of(kLineEnds, at), piece.end);
      if (end > at) fragments.push_back({at, end});
      at = end + 1;
    }
  }
  return fragments;
}

}  // namespace

Result<std::string> to_brat(std::string_view source, const Redaction& redaction, OffsetUnit unit) {
  REDACT_TRY(check_unicode(source, redaction.is_archive, "brat"));
  std::string lines;
  OffsetCounter counter(source, unit);
  size_t number = 0;
  for (const Entity& entity : redaction.entities) {
    std::string offsets, text;
    counter.at(entity.span.begin);
    OffsetCounter inside = counter;
    for (const auto& [begin, end] : fragments_of(source, entity)) {
      offsets += (offsets.empty() ? " " : ";") + std::to_string(inside.at(begin));
      offsets += " " + std::to_string(inside.at(end));
      text.append(text.empty() ? "" : " ").append(source.substr(begin, end - begin));
    }
    if (text.empty()) continue;  // only line ends
    lines.append("T" + std::to_string(++number) + "\t")
        .append(label_name(entity.span.label))
        .append(offsets + "\t" + text + "\n");
  }
  return lines;
}

}  // namespace redact
