// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "redactor/policy/policy.h"
#include "redactor/span/span.h"

namespace redact {

// Names of days of the week that stand alone ("seen today, Monday"), as evidence of dates if the
// policy moves dates: who knows the day they name knows the shift modulo 7. Whole names in the
// language of the text, with the capital or small letter that names of days have there, since
// "Domingo" is a person; Romanian "luni", which most often means months, counts only beside a date.
std::vector<Span> find_weekdays(std::string_view text, const Policy& policy);

// Widens dates over the name of the day of the week beside them ("Mon 04/11/2024", "4 Nov (Mon)"),
// if the policy writes something of the date: a day of the week that stays beside a date that moves
// tells the shift modulo 7. `text` is the document's, `spans` are sorted and disjoint before and
// after, and cross none of `walls`, which are ascending. A name in the cell beside the date's is a
// span of its own.
std::vector<Span> with_weekdays(std::string_view text, std::vector<Span> spans,
                                const Policy& policy, const std::vector<size_t>& walls);

}  // namespace redact
