// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tools/eval/corpus.h"
#include "tools/eval/studies/study_table.h"

namespace redact::eval {

// The counts of the emergency-department study. An identifier is removed if no letter or digit of
// it is in the output (survivors). Recall is the share of identifiers that are removed. Precision
// is the share of tags that stand for an identifier: the study divides the identifiers removed by
// the tags, which is the same if each tag stands for one identifier.
//
// A note is a success if every identifier of it is removed. Successes are counted among all notes
// that hold an identifier and, for each gold label, among the notes that hold one of that label,
// where all identifiers of that label must be removed. BLEU compares the redacted text with the
// text redacted by the gold, each with one tag for all kinds, as the study writes [XXXXX].
//
// Precision and BLEU need spans; a record without spans counts only in recall.
StudyTable count_emergency(const std::vector<Document>& documents);

}  // namespace redact::eval
