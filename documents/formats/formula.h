// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/result.h"
#include "documents/formats/readers.h"
#include "documents/structured/segment.h"

namespace redact {

// Adds what somebody wrote in a formula of a sheet: the strings in quotes as texts; names of
// sheets, columns and cells as names, which stay unless they name a person; long numbers. Functions
// and references to cells stay. In brackets Excel writes the columns of a table, or another
// workbook; OpenDocument writes places: [.B2], [$'Ward 3'.A1:.B9].
enum class FormulaForm : uint8_t { kExcel, kOpenDocument };
Result<void> add_formula(PartList& parts, const TextSegment& segment,
                         FormulaForm form = FormulaForm::kExcel);
// Whether a formula refers to nothing else, so that it says its result by itself: DATE(1948,3,14).
// Error: SegmentText::read.
Result<bool> is_own_value(const PartList& parts, const TextSegment& segment,
                          FormulaForm form = FormulaForm::kExcel);
// The same as add_formula for an attribute of OpenDocument that consists of such places.
Result<void> add_cell_addresses(PartList& parts, const TextSegment& segment);

}  // namespace redact
