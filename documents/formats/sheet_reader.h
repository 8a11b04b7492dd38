// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "base/result.h"
#include "documents/formats/office_package.h"
#include "documents/formats/part_list.h"
#include "documents/formats/workbook.h"
#include "documents/structured/xml_scan.h"

namespace redact {

// Whether an element of SpreadsheetML holds a formula.
bool is_formula(const XmlTexts& texts, const TextSegment& segment);
// Adds a segment that belongs to no cell.
Result<void> add_sheet_segment(PartList& parts, const XmlTexts& texts, OfficeFields& fields,
                               const TextSegment& segment);

// Adds the parts of a sheet. `number`: of the member, by which `made_from`, the source of a
// redaction that is read again, names its captions.
Result<void> read_sheet(FormattedText& read, PartList& parts, const XmlTexts& texts,
                        OfficeFields& fields, Workbook& workbook, size_t number);

}  // namespace redact
