// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/shared_strings.h"

#include <string>
#include <utility>

namespace redact {

Result<SharedStrings> read_shared_strings(FormattedText& read, size_t file, PartList& parts,
                                          const XmlTexts& texts) {
  const Places& places = texts.places;
  struct Pieces {
    std::string text;
    std::vector<DocumentText::Piece> pieces;
  };
  std::vector<Pieces> found;
  read.fields.push_back(Field{});
  const auto use = static_cast<uint32_t>(read.fields.size() - 1);
  for (const TextSegment& segment : texts.segments) {
    if (segment.kind != SegmentKind::kText) continue;
    bool is_reading = false;
    uint32_t place = segment.place;
    for (; place != Places::kRoot && places[place].name != "si"; place = places[place].parent) {
      is_reading |= places[place].name == "rPh";
    }
    if (place == Places::kRoot) {
      return Error{ErrorKind::kUnsupported, "text",
                   "is an XLSX file with a text beside its strings"};
    }
    if (is_reading) {
      REDACT_TRY(parts.remove(segment, {}));
      continue;
    }
    const size_t index = places[place].number - 1;
    if (index >= found.size()) found.resize(index + 1);
    Pieces& string = found[index];
    if (!string.pieces.empty() && segment.join == Join::kSpace) string.text += ' ';
    REDACT_ASSIGN(const size_t part, read.text.add(file, segment, PartRole::kShared, use));
    string.pieces.push_back({part, string.text.size()});
    string.text += read.text.part_text(part);
  }
  SharedStrings shared;
  for (Pieces& string : found) {
    shared.strings.push_back(
        {read.text.keep(std::move(string.text)), read.text.add_shared(std::move(string.pieces))});
  }
  return shared;
}

}  // namespace redact
