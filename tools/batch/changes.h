// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "tools/batch/source_units.h"

namespace redact::batch {

// Checks that a result differs from its source only in the named ranges. `edits`: JSON of the
// journal, [[begin, end, bytes written], ...] of the source or, without --include-evidence,
// [[begin, end], ...] of the result. The latter do not give the length of the replaced text: the
// source must begin and end like the result, and contain the text between the ranges in this order.
// Returns an error message, or an empty text.
std::string find_change(std::string_view source, std::string_view result, const std::string& edits);

// The same for a unit and the bytes that were written for it, which may be a record.
std::string find_change(const Unit& unit, std::string_view written, const std::string& edits,
                        const Reading& reading);

}  // namespace redact::batch
