// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "redactor/span/span.h"

namespace redact {

// Whether a span is a number of up to six digits before a unit: "25000 units", "150000/uL". A
// dose or a count may equal the number of a person.
bool is_measured(std::string_view text, const Span& span);

}  // namespace redact
