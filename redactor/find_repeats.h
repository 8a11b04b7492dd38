// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "redactor/span/span.h"
#include "redactor/span/thresholds.h"

namespace redact {

// A name that was found once in a document is a name where it stands again: a word of a hidden
// person's name, capitalised or Arabic, becomes evidence wherever the model nearly tagged it, or
// tagged it as something that is no name and that the policy leaves in the text. The model sees a
// window at a time; this is what the windows tell one another. `hidden` and `left` are what is
// found so far, hidden and left in the text by the policy; these and `nearly` are sorted and
// disjoint. The result is sorted and disjoint, and overlaps nothing in `hidden`; a score is that of
// the decision with patient_repeated or other_repeated of the finder's `thresholds` added.
std::vector<Span> find_repeats(std::string_view text, const std::vector<Span>& hidden,
                               const std::vector<Span>& left,
                               const std::vector<NearlyFound>& nearly,
                               const Thresholds& thresholds);

}  // namespace redact
