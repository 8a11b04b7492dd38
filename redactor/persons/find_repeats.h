// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "base/stop_check.h"
#include "language/gazetteer.h"
#include "redactor/span/span.h"
#include "redactor/span/thresholds.h"

namespace redact {

// Finds repeats of names: a name that was found once in a document is a name wherever it occurs
// again. A word of a hidden person's name, if it is capitalised or Arabic, becomes evidence
// wherever the model nearly tagged it, or tagged it with a label that is not a name and that the
// policy leaves in the text, or wherever the next word of the same name is beside it; there also in
// small letters, unless `known`, the words that the model knows, has both as ordinary words. It
// becomes evidence in every place if `known` lacks it or, except for a clinician's name, has it
// only as a name of people or a town; nullptr knows nothing about words. The model sees one window
// at a time; this function carries findings from one window to the others. `hiding` is all evidence
// so far that hides (resolve.h), in any order; each span counts by itself, so that adding one never
// loses the repeats of another. `left` are the model's spans that the policy leaves in the text;
// these and `near_misses` are sorted and disjoint. The result is sorted and disjoint, and lies
// outside hidden text; its scores are those of the decisions plus patient_repeated or
// other_repeated of the finder's `thresholds`.
std::vector<Span> find_repeats(std::string_view text, const std::vector<Span>& hiding,
                               const std::vector<Span>& left, const std::vector<Span>& near_misses,
                               const Thresholds& thresholds, const Gazetteer* known,
                               StopCheck& stop = StopCheck::never());

}  // namespace redact
