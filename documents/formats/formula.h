// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/result.h"
#include "documents/formats/part_list.h"
#include "documents/structured/segment.h"

namespace redact {

// Adds what somebody wrote in a formula of a sheet: the strings in quotes as texts; names of
// sheets, columns and cells as names, which stay unless they name a person; long numbers. Functions
// and references to cells stay. In brackets Excel writes the columns of a table, or another
// workbook; OpenDocument writes places: [.B2], [$'Ward 3'.A1:.B9]. `is_of_dates`: its numbers are
// dates or parts of them, as in a condition for dates, and hidden as such.
enum class FormulaForm : uint8_t { kExcel, kOpenDocument };
Result<void> add_formula(PartList& parts, const TextSegment& segment,
                         FormulaForm form = FormulaForm::kExcel, bool is_of_dates = false);
// The same for the formula of a cell. If the cell `is_hidden` and the formula refers to nothing
// else, so that it says its result by itself, DATE(1948,3,14), it goes: with the value if the cell
// is a number that `is_one_unit` with it, else by itself, as `whole`.
enum class FormulaUse : uint8_t {
  kNone,
  kHasParts,   // of its own
  kSaysValue,  // it goes with the value
  // Perhaps with parts of its own, it says the year, month, week or day of a date, and not a
  // difference such as an age. Its stored result goes, which would tell a hidden or moved date:
  // programs compute it again.
  kSaysPart,
};
Result<FormulaUse> add_cell_formula(PartList& parts, const TextSegment& formula,
                                    const TextSegment& whole, FormulaForm form, bool is_hidden,
                                    bool is_one_unit);
// The texts in the number format of a cell: its strings in quotes.
Result<void> add_number_format(PartList& parts, const TextSegment& segment);
// The same as add_formula for an attribute of OpenDocument that consists of such places.
Result<void> add_cell_addresses(PartList& parts, const TextSegment& segment);

}  // namespace redact
