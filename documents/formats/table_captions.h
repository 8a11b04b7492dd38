// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "documents/formats/part_list.h"
#include "documents/structured/places.h"

namespace redact {

// The captions over the cells of tables in pages, CDA and letters. The first row behind a title has
// captions if it consists of <th>, or if it has no number but one of the captions of
// columns.yaml, and the next row has digits but no such caption. A title is a row with joined
// cells, or with a text in one cell at most. Other rows with joined cells have no captions, since
// their columns are unknown.
class TableCaptions {
 public:
  // The tables among the texts of a file, which has their places. Errors: SegmentText::read.
  static Result<TableCaptions> read(const PartList& parts, const std::vector<TextSegment>& segments,
                                    const Places& places);

  // The caption over a cell if the text at `place` is the first one of the cell; else empty. Texts
  // are asked about in their order.
  std::string_view over(uint32_t place);

 private:
  struct Around {
    uint32_t table, row, cell;
  };
  struct Row {
    bool has_joined_cells = false;
    size_t n_heads = 0;  // <th>
    std::vector<uint32_t> cells = {};
  };
  struct Table {
    std::vector<uint32_t> first = {};  // rows
    uint32_t head = Places::kRoot;     // the row of captions
    bool has_joined_rows = false;
    std::unordered_map<size_t, std::string> captions = {};  // by column
  };

  struct Cell {
    size_t column = 0, n_bytes = 0;
  };

  void find_cells(const Places& places);
  void judge(Table& table, const std::unordered_map<uint32_t, std::string>& texts);

  std::vector<Around> around_;  // by place
  std::unordered_map<uint32_t, Row> rows_;
  std::unordered_map<uint32_t, Table> tables_;
  std::unordered_map<uint32_t, Cell> cells_;
  uint32_t last_ = Places::kRoot;  // cell
};

}  // namespace redact
