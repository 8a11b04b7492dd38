// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tools/eval/corpus.h"
#include "tools/eval/studies/study_table.h"

namespace redact::eval {

// The counts of the emergency-department study. An identifier is removed where no letter or digit
// of it is in the output (survivors). Recall is the share of identifiers that are removed.
// Precision is the share of tags that stand for an identifier: the study divides the identifiers
// removed by the tags, which is the same where each tag stands for one.
//
// A note is a success where every identifier of it is removed: of all notes that hold one, and, by
// the gold's labels, of the notes that hold one of that label, where all of that label must be
// removed. BLEU is between the redacted text and that of the gold, each with one tag for all kinds,
// as the study writes [XXXXX].
//
// Precision and BLEU need spans; a record that says none counts in recall alone.
StudyTable count_emergency(const std::vector<Document>& documents);

}  // namespace redact::eval
