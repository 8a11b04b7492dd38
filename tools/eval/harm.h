// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "tools/eval/corpus.h"

namespace redact::eval {

// What a leaked span does to a person. The order is that of a report: what leads to the patient
// alone, what does so with little else, and what only narrows the search.
enum class Harm { kAlone, kNearly, kTogether, kLittle };

// The harm if the whole span leaked, by its gold label of any set and its text.
Harm harm_of(const Annotation& gold, std::u32string_view surface);

// "Leads to a person alone: ...".
std::string_view harm_title(Harm harm);

}  // namespace redact::eval
