// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "documents/formats/readers.h"

namespace redact {

// Adds the code of a field of a Word document (HYPERLINK "...", REF name): its name and switches
// stay, and so do the names of formats. The name of a bookmark is an anchor, and other arguments
// are read. Returns whether there are any.
Result<bool> add_field_code(PartList& parts, const TextSegment& segment);

}  // namespace redact
