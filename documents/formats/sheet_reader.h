// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "base/result.h"
#include "documents/formats/column_labels.h"
#include "documents/formats/office_package.h"
#include "documents/formats/readers.h"
#include "documents/formats/shared_strings.h"
#include "documents/formats/sheet_styles.h"
#include "documents/formats/sheet_tables.h"
#include "documents/structured/xml_scan.h"

namespace redact {

// What the sheets of a workbook share.
struct Workbook {
  SheetStyles styles;
  SharedStrings strings;
  TableHeaders headers, hidden_headers;
  bool begins_in_1904 = false;
  // Numbers of three or four digits in labelled cells that were read: charts may repeat them.
  std::set<std::string> short_ids;
};

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
