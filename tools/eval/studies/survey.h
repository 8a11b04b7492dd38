// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "tools/eval/corpus.h"
#include "tools/eval/studies/study_table.h"

namespace redact::eval {

// The token counts of the survey of clinical loss. A token is a sequence of letters and digits; it
// is PII if the gold marks a character of it as the patient's, and changed if a character of it is
// no longer in the output (survivors). Counts are pooled over the documents.
//   base: names, addresses, numbers and day and month of birth of the patient are PII; names of
//     providers and clinics, other dates, years and ages are not. PII that is changed in part is
//     right.
//   with providers: names of providers, hospitals and organisations are PII too.
//   conservative: as base, but PII is right only where nothing of it is left.
// It also has the F1 of the base schema by the length of documents, in words between white space.
// The bins are the project's, since the survey does not give its own.
//
// `documents` have the labels of their corpus: own ones, MEDDOCAN's, i2b2's or GraSCCo's.
StudyTable count_survey(const std::vector<Document>& documents);

}  // namespace redact::eval
