// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "documents/formats/readers.h"
#include "documents/structured/segment.h"

namespace redact {

// Adds what somebody wrote in a formula of a sheet: the strings in quotes as texts; names of
// sheets, columns and cells as names, which stay unless they name a person; long numbers. Functions
// and references to cells stay.
Result<void> add_formula(PartList& parts, const TextSegment& segment);

}  // namespace redact
