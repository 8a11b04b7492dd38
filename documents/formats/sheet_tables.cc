// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/sheet_tables.h"

#include <charconv>
#include <vector>

#include "base/ascii.h"
#include "documents/structured/segment_text.h"
#include "documents/structured/xml_scan.h"

namespace redact {

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
