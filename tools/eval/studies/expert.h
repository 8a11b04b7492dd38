// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tools/eval/corpus.h"
#include "tools/eval/studies/study_table.h"

namespace redact::eval {

// The scores of the study of expert models: spans, whose ends and label must agree, by label,
// pooled, and as the mean of the labels' F1 (macro); and tokens by their tags B-X and I-X (bio.h).
// The labels of both sides count, so a label that is found but never marked has an F1 of 0.
// `documents` have aligned labels (align_labels). A record without spans is not counted.
StudyTable count_expert(const std::vector<Document>& documents);

}  // namespace redact::eval
