// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "redactor/policy/policy.h"
#include "redactor/span/span.h"

namespace redact {

// Weekdays without a date ("seen today, Monday"), as evidence of dates if the policy moves dates:
// knowing the day, a reader would know the shift modulo 7. Only whole names in the language of the
// text count, with the capital or small letter that weekdays have there, since "Domingo" is also a
// person. Romanian "luni", which usually means months, counts only beside a date.
std::vector<Span> find_weekdays(std::string_view text, const Policy& policy);

// Widens dates over the weekday beside them ("Mon 04/11/2024", "4 Nov (Mon)"), if the policy writes
// anything for the date: a weekday that stays beside a moved date reveals the shift modulo 7.
// `text` is the document's; `spans` are sorted and disjoint before and after, and cross none of
// `walls`, which are ascending. A weekday in the cell beside the date's becomes a separate span.
std::vector<Span> with_weekdays(std::string_view text, std::vector<Span> spans,
                                const Policy& policy, const std::vector<size_t>& walls);

}  // namespace redact
