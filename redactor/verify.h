// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"
#include "redactor/render.h"

namespace redact {

// P1, checked on every document before a byte of it is written: walks source and output side by
// side and compares. Shares no code with render. Returns how many source bytes lie outside the
// entities. Error: kInternal with the source byte at which the two part.
Result<size_t> verify(std::string_view source, const Rendered& rendered);

}  // namespace redact
