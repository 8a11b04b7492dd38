// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/table_captions.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "documents/formats/caption.h"

namespace redact {

namespace {

bool is_table(std::string_view name) { return name == "table" || name == "tbl"; }
bool is_cell(std::string_view name) { return name == "td" || name == "th" || name == "tc"; }

bool has_digit(const std::string& text) { return std::ranges::any_of(text, is_digit); }
bool is_caption(const std::string& text) { return read_caption(text).is_listed; }

}  // namespace

void TableCaptions::find_cells(const Places& places) {
  around_.resize(places.size(), {Places::kRoot, Places::kRoot, Places::kRoot});
  for (uint32_t place = 1; place < places.size(); ++place) {
    const auto& [parent, step, number, name, space] = places[place];
    Around& around = around_[place];
    around = around_[parent];
    if (step != PlaceStep::kElement) continue;
    if (is_table(name)) {
      around = {place, Places::kRoot, Places::kRoot};
    } else if (name == "tr" && around.table != Places::kRoot) {
      around = {around.table, place, Places::kRoot};
      Table& table = tables_[around.table];
      uint32_t& row = table.first == Places::kRoot ? table.first : table.second;
      if (row == Places::kRoot) row = place;
    } else if (is_cell(name) && around.row != Places::kRoot) {
      around.cell = place;
      Row& row = rows_[around.row];
      // <th> and <td> are counted apart.
      const bool is_head = name == "th";
      cells_[place].column = number + (is_head ? 0 : row.n_heads);
      if (is_head) row.n_heads = number;
      row.cells.push_back(place);
    }
  }
}

void TableCaptions::judge(Table& table, const std::unordered_map<uint32_t, std::string>& texts) {
  const Row& first = rows_[table.first];
  const auto any = [&](uint32_t row, bool (*is)(const std::string&)) {
    return std::ranges::any_of(rows_[row].cells, [&](uint32_t cell) {
      const auto text = texts.find(cell);
      return text != texts.end() && is(text->second);
    });
  };
  const bool is_head = first.n_heads > 0 && first.cells.size() == first.n_heads;
  const bool says_so = any(table.first, is_caption) && !any(table.first, has_digit) &&
                       any(table.second, has_digit) && !any(table.second, is_caption);
  if (first.has_joined_cells || table.has_joined_rows || !(is_head || says_so)) return;
  for (const uint32_t cell : first.cells) {
    const auto text = texts.find(cell);
    if (text != texts.end()) table.captions.emplace(cells_[cell].column, text->second);
  }
}

Result<TableCaptions> TableCaptions::read(const PartList& parts,
                                          const std::vector<TextSegment>& segments,
                                          const Places& places) {
  TableCaptions captions;
  captions.find_cells(places);
  if (captions.tables_.empty()) return captions;
  std::unordered_map<uint32_t, std::string> texts;  // of the cells in the first two rows
  for (const TextSegment& segment : segments) {
    const auto [table, row, cell] = captions.around_[segment.place];
    if (row == Places::kRoot) continue;
    const Places::Place& place = places[segment.place];
    if (segment.kind == SegmentKind::kAttribute || segment.kind == SegmentKind::kSetting) {
      const bool joins = place.name == "colspan" || places[place.parent].name == "gridSpan";
      if (!joins && place.name != "rowspan") continue;
      REDACT_ASSIGN(const std::string value, parts.text_of(segment));
      if (joins && value != "1") captions.rows_[row].has_joined_cells = true;
      if (!joins && value != "1") captions.tables_[table].has_joined_rows = true;
    } else if (segment.kind == SegmentKind::kText && cell != Places::kRoot) {
      captions.cells_[cell].n_bytes += segment.end - segment.begin;
      const Table& around = captions.tables_[table];
      if (row != around.first && row != around.second) continue;
      REDACT_ASSIGN(const std::string text, parts.text_of(segment));
      texts[cell] += text;
    }
  }
  for (auto& [place, table] : captions.tables_) captions.judge(table, texts);
  return captions;
}

std::string_view TableCaptions::over(uint32_t place) {
  const auto [table, row, cell] = around_[place];
  if (cell == Places::kRoot || cell == std::exchange(last_, cell)) return {};
  const Table& around = tables_[table];
  const auto& [column, n_bytes] = cells_[cell];
  if (row == around.first || n_bytes > DocumentText::kLongestNamed || rows_[row].has_joined_cells)
    return {};
  const auto caption = around.captions.find(column);
  return caption == around.captions.end() ? std::string_view() : caption->second;
}

}  // namespace redact
