// SPDX-License-Identifier: Apache-2.0
#include "documents/formats/table_captions.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "documents/formats/caption.h"

namespace redact {

namespace {

// The rows in which captions are looked for, and the one behind them.
constexpr size_t kMostRows = 6;

// In HTML and CDA, WordprocessingML, and OpenDocument.
bool is_table(std::string_view name) { return name == "table" || name == "tbl"; }
bool is_row(std::string_view name) { return name == "tr" || name == "table-row"; }
bool is_cell(std::string_view name) {
  return name == "td" || name == "th" || name == "tc" || name == "table-cell";
}
bool joins_columns(std::string_view attribute, std::string_view element) {
  return attribute == "colspan" || element == "gridSpan" || attribute == "number-columns-spanned" ||
         (attribute == "number-columns-repeated" && is_cell(element));
}
bool joins_rows(std::string_view attribute) {
  return attribute == "rowspan" || attribute == "number-rows-spanned";
}

bool is_text(const std::string& text) { return text.find_first_not_of(" \t\r\n") != text.npos; }
// A number, and not a name with one: HbA1c, SpO2, Visit 1.
bool is_number(const std::string& text) {
  constexpr ptrdiff_t kFewDigits = 3;
  const auto n_digits = std::ranges::count_if(text, is_digit);
  return n_digits > kFewDigits || (n_digits > 0 && std::ranges::none_of(text, is_letter));
}
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
    } else if (is_row(name) && around.table != Places::kRoot) {
      around = {around.table, place, Places::kRoot};
      std::vector<uint32_t>& first = tables_[around.table].first;
      if (first.size() < kMostRows) first.push_back(place);
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
  if (table.has_joined_rows) return;
  const auto count = [&](uint32_t row, bool (*is)(const std::string&)) {
    return std::ranges::count_if(rows_[row].cells, [&](uint32_t cell) {
      const auto text = texts.find(cell);
      return text != texts.end() && is(text->second);
    });
  };
  for (size_t i = 0; i < table.first.size(); ++i) {
    const uint32_t at = table.first[i];
    const uint32_t next = i + 1 < table.first.size() ? table.first[i + 1] : Places::kRoot;
    const Row& row = rows_[at];
    const bool is_narrow = rows_[next].cells.size() < 2;
    if (row.has_joined_cells || count(at, is_text) < (is_narrow ? 1 : 2)) continue;  // a title
    const bool is_head = row.n_heads > 0 && row.cells.size() == row.n_heads;
    const bool says_so = count(at, is_caption) > 0 && count(at, is_number) == 0 &&
                         count(next, has_digit) > 0 && count(next, is_caption) == 0;
    if (!is_head && !says_so) return;
    table.head = at;
    for (const uint32_t cell : row.cells) {
      const auto text = texts.find(cell);
      if (text != texts.end()) table.captions.emplace(cells_[cell].column, text->second);
    }
    return;
  }
}

Result<TableCaptions> TableCaptions::read(const PartList& parts,
                                          const std::vector<TextSegment>& segments,
                                          const Places& places) {
  TableCaptions captions;
  captions.find_cells(places);
  if (captions.tables_.empty()) return captions;
  std::unordered_map<uint32_t, std::string> texts;  // of the cells in the first rows
  for (const TextSegment& segment : segments) {
    const auto [table, row, cell] = captions.around_[segment.place];
    if (row == Places::kRoot) continue;
    const Places::Place& place = places[segment.place];
    if (segment.kind == SegmentKind::kAttribute || segment.kind == SegmentKind::kSetting) {
      const bool joins = joins_columns(place.name, places[place.parent].name);
      if (!joins && !joins_rows(place.name)) continue;
      REDACT_ASSIGN(const std::string value, parts.text_of(segment));
      if (joins && value != "1") captions.rows_[row].has_joined_cells = true;
      if (!joins && value != "1") captions.tables_[table].has_joined_rows = true;
    } else if (segment.kind == SegmentKind::kText && cell != Places::kRoot) {
      captions.cells_[cell].n_bytes += segment.end - segment.begin;
      if (std::ranges::count(captions.tables_[table].first, row) == 0) continue;
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
  if (row <= around.head || n_bytes > DocumentText::kLongestNamed || rows_[row].has_joined_cells)
    return {};
  const auto caption = around.captions.find(column);
  return caption == around.captions.end() ? std::string_view() : caption->second;
}

}  // namespace redact
