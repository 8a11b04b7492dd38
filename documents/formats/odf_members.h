// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"
#include "documents/formats/office_package.h"
#include "documents/formats/part_list.h"
#include "documents/structured/xml_scan.h"

namespace redact {

// The fields of OpenDocument, by odf.yaml.
const OfficeFormat& odf_format();

// Adds a segment of a member that belongs to no cell of a sheet. `caption`: of its column, if it
// begins a cell of a table in a text.
Result<void> add_odf_segment(PartList& parts, const XmlTexts& texts, OfficeFields& fields,
                             const TextSegment& segment, std::string_view caption = {});
// Adds the segments of a member with cells. `number`: of the member in its file.
Result<void> add_odf_cells(FormattedText& into, PartList& parts, const XmlTexts& texts,
                           OfficeFields& fields, size_t number);

}  // namespace redact
