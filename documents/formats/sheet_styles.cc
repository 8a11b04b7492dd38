// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/sheet_styles.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <string>

#include "base/ascii.h"
#include "documents/structured/segment_text.h"
#include "documents/structured/xml_scan.h"

namespace redact {

namespace {

// The formats with a number of their own that show dates (ECMA-376, part 1, 18.8.30); times of day
// are not among them.
bool is_built_in_date(int format) {
  return (format >= 14 && format <= 17) || format == 22 || (format >= 27 && format <= 31) ||
         format == 36 || (format >= 50 && format <= 54) || format == 57 || format == 58;
}

}  // namespace

bool is_date_format(std::string_view code) {
  for (size_t at = 0; at < code.size(); ++at) {
    const char c = to_lower(code[at]);
    if (c == '\\' || c == '_' || c == '*') {
      ++at;  // the next character is shown, or gives a width
    } else if (c == '"' || c == '[') {
      at = std::min(code.find(c == '"' ? '"' : ']', at + 1), code.size());
    } else if (c == 'd' || c == 'y') {
      return true;
    } else if (c == 'g' && to_lower(code.substr(at)).starts_with("general")) {
      at += 6;
    }
  }
  return to_lower(code).find("mmm") != std::string::npos && code.find('"') == code.npos;
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
  std::map<int, bool> is_date;
  for (const auto& [place, id] : ids) is_date[id] = is_date_format(codes[place]);
  SheetStyles styles;
  styles.dates_.resize(n_cells);
  for (const auto& [style, id] : cells) {
    const auto own = is_date.find(id);
    styles.dates_[style] = own != is_date.end() ? own->second : is_built_in_date(id);
  }
  return styles;
}

}  // namespace redact
