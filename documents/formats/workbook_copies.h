// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/stop_check.h"
#include "documents/formats/office_types.h"
#include "documents/formats/part_list.h"
#include "documents/structured/xml_scan.h"

namespace redact {

// Whether a member of a workbook is a pivot table, its data, or a slicer or timeline beside it.
// Excel refuses such data if two of its values are equal, as hidden ones are, so that it cannot be
// hidden in its place. The cells keep what a pivot table shows.
bool is_pivot_member(const OfficeTypes& types, const std::string& name);

// Whether the data of a pivot table, in the member that defines it, is that of cells in the same
// workbook. Only then the captions above them say what its values are.
Result<bool> is_pivot_of_cells(std::string_view member, StopCheck& stop);

// Removes the elements of a member that hold data of cells again, or refer to a pivot table:
// points of charts that are dates, long numbers or short ones of hidden cells, which programs draw
// from the cells; the values of other workbooks, which formulas have in their cells; filters by
// dates, whose places hold only numbers (a row that such a filter hides stays hidden).
// `short_ids`: the numbers of fewer digits in hidden cells.
Result<void> remove_copies(PartList& parts, const XmlTexts& texts,
                           const std::set<std::string>& short_ids);

}  // namespace redact
