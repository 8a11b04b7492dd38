// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/workbook.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "base/ascii.h"
#include "documents/structured/segment_text.h"

namespace redact {

namespace {

// The formats with a number of their own that show dates (ECMA-376, part 1, 18.8.30).
bool is_built_in_date(int format) {
  return (format >= 14 && format <= 17) || format == 22 || (format >= 27 && format <= 31) ||
         format == 36 || (format >= 50 && format <= 54) || format == 57 || format == 58;
}
// Those that show times alone.
bool is_built_in_time(int format) {
  return (format >= 18 && format <= 21) || (format >= 32 && format <= 35) ||
         (format >= 45 && format <= 47) || format == 55 || format == 56;
}

// The letters of a format outside quotes, brackets and escapes, and those in brackets that are a
// unit of time: "h:m" of "\"at\" [h]:m".
std::string letters_of(std::string_view code) {
  std::string letters;
  for (size_t at = 0; at < code.size(); ++at) {
    const char c = to_lower(code[at]);
    if (c == '\\' || c == '_' || c == '*') {
      ++at;  // the next character is shown, or gives a width
    } else if (c == '"') {
      at = std::min(code.find('"', at + 1), code.size());
    } else if (c == '[') {
      const size_t end = std::min(code.find(']', at), code.size());
      const std::string inside = to_lower(code.substr(at + 1, end - at - 1));
      if (!inside.empty() && inside.find_first_not_of("hms") == inside.npos) letters += inside;
      at = end;
    } else if (c == 'g' && to_lower(code.substr(at)).starts_with("general")) {
      at += 6;
    } else {
      letters += c;
    }
  }
  return letters;
}

}  // namespace

uint32_t column_of(std::string_view reference) {
  constexpr uint32_t kMost = 1 << 20;
  uint32_t column = 0;
  for (const char c : reference) {
    if (!is_letter(c) || column > kMost) break;
    column = column * 26 + static_cast<uint32_t>(to_lower(c) - 'a' + 1);
  }
  return column;
}

uint32_t row_of(std::string_view reference) {
  while (!reference.empty() && is_letter(reference.front())) reference.remove_prefix(1);
  uint32_t row = 0;
  std::from_chars(reference.data(), reference.data() + reference.size(), row);
  return row;
}

bool is_date_format(std::string_view code) {
  const std::string letters = letters_of(code);
  return letters.find_first_of("dy") != letters.npos || letters.find("mmm") != letters.npos;
}

SheetStyles::Shown SheetStyles::shown_by(std::string_view code) {
  if (is_date_format(code)) return Shown::kDate;
  const bool is_time = letters_of(code).find_first_of("hs") != std::string::npos;
  return is_time ? Shown::kTime : Shown::kNumber;
}

SheetStyles::Shown SheetStyles::shown_by(int built_in) {
  return is_built_in_date(built_in)   ? Shown::kDate
         : is_built_in_time(built_in) ? Shown::kTime
                                      : Shown::kNumber;
}

Result<SheetStyles> SheetStyles::read(std::string_view xml, StopCheck& stop) {
  REDACT_ASSIGN(const XmlTexts texts, scan_xml(xml, stop));
  const Places& places = texts.places;
  std::map<uint32_t, std::string> codes;  // by the place of the element
  std::map<uint32_t, int> ids;
  size_t n_cells = 0;
  std::vector<std::pair<size_t, int>> cells;  // a style and its format
  for (const TextSegment& segment : texts.segments) {
    if (segment.kind != SegmentKind::kAttribute) continue;
    const Places::Place& place = places[segment.place];
    const Places::Place& element = places[place.parent];
    const bool is_format = element.name == "numFmt" && places[element.parent].name == "numFmts";
    const bool is_cell = element.name == "xf" && places[element.parent].name == "cellXfs";
    if (!is_format && !is_cell) continue;
    if (is_cell) n_cells = std::max<size_t>(n_cells, element.number);
    REDACT_ASSIGN(const SegmentText value, SegmentText::read(xml, segment));
    if (is_format && place.name == "formatCode") codes[place.parent] = value.text();
    if (place.name != "numFmtId") continue;
    int id = 0;
    std::from_chars(value.text().data(), value.text().data() + value.text().size(), id);
    if (is_format) ids[place.parent] = id;
    if (is_cell) cells.emplace_back(element.number - 1, id);
  }
  std::map<int, Shown> shown;  // by formats of the file
  for (const auto& [place, id] : ids) shown[id] = shown_by(codes[place]);
  SheetStyles styles;
  styles.shown_.resize(n_cells);
  for (const auto& [style, id] : cells) {
    const auto own = shown.find(id);
    styles.shown_[style] = own != shown.end() ? own->second : shown_by(id);
  }
  return styles;
}

Result<std::vector<SharedString>> read_shared_strings(FormattedText& read, size_t file,
                                                      PartList& parts, const XmlTexts& texts) {
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
    REDACT_ASSIGN(SegmentText piece, SegmentText::read(parts.bytes(), segment));
    const size_t part = read.text.add(file, segment, std::move(piece), PartRole::kShared, use);
    string.pieces.push_back({part, string.text.size()});
    string.text += read.text.part_text(part);
  }
  std::vector<SharedString> shared;
  for (Pieces& string : found) {
    shared.push_back(
        {read.text.keep(std::move(string.text)), read.text.add_shared(std::move(string.pieces))});
  }
  return shared;
}

Result<void> add_table_headers(std::string_view xml, StopCheck& stop, TableHeaders& headers,
                               TableHeaders& hidden) {
  REDACT_ASSIGN(const XmlTexts texts, scan_xml(xml, stop));
  uint32_t row = 0, first = 0;
  bool shows_headers = true;
  std::vector<std::pair<uint32_t, std::string>> names;  // by the number of the column
  for (const TextSegment& segment : texts.segments) {
    const auto& [parent, step, number, name, space] = texts.places[segment.place];
    const Places::Place& element = texts.places[parent];
    const bool is_of_table = element.name == "table", is_of_column = element.name == "tableColumn";
    if (segment.kind != SegmentKind::kAttribute || !(is_of_table || is_of_column)) continue;
    REDACT_ASSIGN(SegmentText read, SegmentText::read(xml, segment));
    const std::string& value = read.text();
    if (is_of_table && name == "headerRowCount") shows_headers = value != "0";
    if (is_of_table && name == "ref") row = row_of(value), first = column_of(value);
    if (is_of_column && name == "name") names.emplace_back(element.number - 1, value);
  }
  TableHeaders& into = shows_headers ? headers : hidden;
  if (!shows_headers && row > 0) --row;
  for (auto& [column, text] : names) into.emplace(row, first + column, std::move(text));
  return {};
}

}  // namespace redact
