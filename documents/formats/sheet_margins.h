// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "documents/formats/part_list.h"
#include "documents/structured/segment.h"
#include "documents/structured/xml_scan.h"

namespace redact {

// Whether a text is a header or a footer of printed pages of a sheet.
bool is_margin(const XmlTexts& texts, const TextSegment& segment);
// Adds its text between its codes.
Result<void> add_margin(PartList& parts, const TextSegment& segment);

}  // namespace redact
