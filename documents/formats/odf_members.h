// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "documents/formats/office_package.h"
#include "documents/formats/readers.h"
#include "documents/structured/xml_scan.h"

namespace redact {

// The fields of OpenDocument, by odf.yaml.
const OfficeFormat& odf_format();

// Adds a segment of a member that belongs to no cell of a sheet.
Result<void> add_odf_segment(PartList& parts, const XmlTexts& texts, OfficeFields& fields,
                             const TextSegment& segment);
// Adds all segments of a member, those of a sheet or of the data of a chart as cells. `number`: of
// the member in its file. Dates and long numbers of a chart's data are removed: they may
// repeat cells, and programs then draw the cells.
Result<void> add_odf_member(FormattedText& into, PartList& parts, const XmlTexts& texts,
                            size_t number);
// The segments of a member with cells, for add_odf_member().
Result<void> add_odf_cells(FormattedText& into, PartList& parts, const XmlTexts& texts,
                           OfficeFields& fields, size_t number);

// Opens an OpenDocument file. kUnsupported if it is encrypted or has macros.
Result<OfficePackage> open_odf(std::string_view document);

}  // namespace redact
