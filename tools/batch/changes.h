// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "tools/batch/source_units.h"

namespace redact::batch {

// Whether a result differs from its source in the named ranges alone. `edits`: JSON of the journal,
// [[begin, end, bytes written], ...] of the source or, without --include-evidence, [[begin, end],
// ...] of the result. The latter do not say how long what stood there was: the source must begin
// and end as the result does, and hold what stands between the ranges in this order. Returns what
// is wrong; empty: nothing.
std::string find_change(std::string_view source, std::string_view result, const std::string& edits);

// The same for a unit and the bytes that were written for it, which may be a record.
std::string find_change(const Unit& unit, std::string_view written, const std::string& edits,
                        const Reading& reading);

}  // namespace redact::batch
