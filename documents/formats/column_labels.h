// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

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

// The field that a caption such as "MRN" or "Geburtsdatum" names (columns.yaml); nullptr if the
// text is no such caption.
const Field* field_of_caption(std::string_view text);

// The fields of a sheet's cells by its captions. A row with captions labels the cells below it, up
// to the next such row. Captions that stand below one another are those of a form, and label the
// cells to their right; so does a caption alone in its row if a number follows it.
class ColumnLabels {
 public:
  // The captions of the file, which must outlive the object.
  ColumnLabels(const Captions& captions, size_t sheet) : captions_(captions), sheet_(sheet) {}

  // The field of a cell, in the order of the cells in the sheet; nullptr if none is known.
  // `has_digit`: of its text.
  const Field* of(uint32_t row, uint32_t column, bool has_digit);

 private:
  bool is_in_form(const CellPlace& place) const;
  void begin_row(uint32_t row);

  const Captions& captions_;
  size_t sheet_;
  uint32_t row_ = 0;
  std::map<uint32_t, const Field*> columns_;
  bool is_alone_ = false;          // the row has a single caption
  const Field* beside_ = nullptr;  // of the cell that follows a caption,
  bool needs_digit_ = false;       // if that has a digit,
  uint32_t caption_ = 0;           // in this column
};

}  // namespace redact
