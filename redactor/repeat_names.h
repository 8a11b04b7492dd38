// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "redactor/span/span.h"

namespace redact {

// A name that was found once in a document is a name where it stands again: a capitalised word of a
// found person's name that the model nearly tagged elsewhere becomes a span too. The model sees a
// window at a time; this is what the windows tell one another. Adds to findings.spans, which stay
// sorted and disjoint, and takes nothing away.
void repeat_names(std::string_view text, Findings& findings);

}  // namespace redact
