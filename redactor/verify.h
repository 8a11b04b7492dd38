// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"
#include "redactor/render.h"

namespace redact {

// Checks P1 on every document before any of it is written, by comparing source and output byte by
// byte. Shares no code with render. Returns the number of source bytes outside the entities. Error:
// kInternal with the source byte at which the two differ.
Result<size_t> verify(std::string_view source, const Rendered& rendered);

}  // namespace redact
