// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/formats/field_table.h"

namespace redact {

// The place of a cell in its sheet: its row and column from 1.
struct CellPlace {
  uint32_t row, column;
  auto operator<=>(const CellPlace&) const = default;
};

// A cell that is not empty.
struct SheetText {
  CellPlace at;
  std::string_view text;
  bool is_typed;  // a number or a date
};

// What the captions of a sheet say about its cells (read_caption).
//
// A caption labels the cells below it, up to the next row of captions; a cell without what the
// caption names, such as "none" below "MRN", is not one of them. Captions that stand below one
// another, and a caption with a value beside and none below it, are those of a form: they label the
// value beside them, and those of further people behind it if the next row is as long. In a row
// with values of labelled columns a caption is no header but text: "Nino" is a name and a number.
class ColumnLabels {
 public:
  ColumnLabels() = default;
  // `cells`: in any order.
  explicit ColumnLabels(std::vector<SheetText> cells);

  // The field of a cell; nullptr if none is known. Static.
  const Field* of(CellPlace cell) const;
  // Whether a cell consists of the words of a caption and has no label.
  bool is_caption(CellPlace cell) const;
  // Whether a row has captions of columns.
  bool is_header(uint32_t row) const;

 private:
  // In order.
  std::vector<std::pair<CellPlace, const Field*>> labels_;
  std::vector<CellPlace> captions_;
  std::vector<uint32_t> headers_;
};

// The labels of one sheet of a file; none if it is not among them.
const ColumnLabels& labels_of(const std::map<size_t, ColumnLabels>& sheets, size_t sheet);

// The names of a sheet's columns, as finders see them before the cells: those of the row above with
// captions of columns, else of the first row that looks like a header, with three words or more
// and nothing else.
class ColumnNames {
 public:
  // `labels` must outlive the object.
  explicit ColumnNames(const ColumnLabels& labels) : labels_(labels) {}

  // Adds the next cell of the sheet, and returns the name of its column; empty if it has none.
  // `is_string`: it can name a column.
  std::string_view add(CellPlace cell, std::string_view text, bool is_string);

 private:
  void end_row();

  const ColumnLabels& labels_;
  uint32_t row_ = 0;
  // Of the row, while it may be a header.
  std::vector<std::pair<uint32_t, std::string_view>> cells_;
  bool has_captions_ = false, may_be_header_ = false;
  std::map<uint32_t, std::string_view> names_;  // by column
};

}  // namespace redact
