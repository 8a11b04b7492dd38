// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "redactor/policy/policy.h"
#include "redactor/span/span.h"

namespace redact {

// Adds the zones of times of day in and behind dates (language/time_zone.h), as dates, if the policy
// moves dates. `text` is the document's; `spans` are sorted and disjoint before and after, and cross
// none of `walls`, which are ascending. A zone inside a date moves with it.
std::vector<Span> with_zones(std::string_view text, std::vector<Span> spans, const Policy& policy,
                             const std::vector<size_t>& walls);

}  // namespace redact
