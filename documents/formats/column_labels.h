// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "documents/formats/field_table.h"

namespace redact {

// The place of a cell in a file: its sheet, by any number, its row and column from 1.
struct CellPlace {
  size_t sheet;
  uint32_t row, column;
  auto operator<=>(const CellPlace&) const = default;
};
// The cells that name what stands below or beside them, with the field that they name.
using Captions = std::map<CellPlace, Field>;

// The field that a caption such as "MRN" or "Geburtsdatum" names (columns.yaml), perhaps with a
// remark behind it: "Age (years)"; nullptr if the text is no such caption.
const Field* field_of_caption(std::string_view caption);

// The fields of a sheet's cells by its captions. A row with captions labels the cells below it, up
// to the next such row. Captions that stand below one another are those of a form, and label the
// cells to their right; so does a caption alone in its row if a number follows it. A word of
// captions alone in a row, below a caption, is a value: "Nino" is a name and a number.
class ColumnLabels {
 public:
  // The captions of the file, which must outlive the object.
  ColumnLabels(const Captions& captions, size_t sheet) : captions_(captions), sheet_(sheet) {}

  // The field of a cell, in the order of the cells in the sheet; nullptr if none is known.
  // `has_digit`: of its text.
  const Field* of(uint32_t row, uint32_t column, bool has_digit);

  // Whether the row of the last cell has captions of columns.
  bool is_header() const { return is_header_; }

 private:
  bool is_beside_another(const CellPlace& place) const;
  bool is_in_form(const Captions::value_type& caption, bool unlike) const;
  void begin_row(uint32_t row);

  const Captions& captions_;
  size_t sheet_;
  uint32_t row_ = 0;
  std::map<uint32_t, const Field*> columns_;
  bool is_header_ = false;
  bool is_alone_ = false;          // the row has a single caption,
  bool is_value_ = false;          // which is a value of its column
  const Field* beside_ = nullptr;  // of the cell that follows a caption,
  bool needs_digit_ = false;       // if that has a digit,
  uint32_t caption_ = 0;           // in this column
};

// The names of a sheet's columns, as finders see them before the cells: those of the row above with
// captions of columns, else of the first row that looks like a header, with three words or more
// and nothing else.
class ColumnNames {
 public:
  // `labels` must outlive the object.
  explicit ColumnNames(const ColumnLabels& labels) : labels_(labels) {}

  // Adds a cell whose label was asked for last, and returns the name of its column; empty if it has
  // none. `is_string`: it can name a column.
  std::string_view add(uint32_t row, uint32_t column, std::string_view text, bool is_string);

 private:
  void end_row();

  const ColumnLabels& labels_;
  uint32_t row_ = 0;
  std::vector<std::pair<uint32_t, std::string_view>>
      cells_;  // of the row, while it may be a header
  bool has_captions_ = false, may_be_header_ = false;
  std::map<uint32_t, std::string_view> names_;  // by column
};

}  // namespace redact
