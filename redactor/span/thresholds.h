// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// Every constant of the pipeline that was chosen by looking at notes stands here, in log-odds, with
// how it was chosen.

// What having been found as a name elsewhere in the document adds to a word's score
// (find_repeats.h). A clinician's name may be an eponym or a word of the form too; a patient's
// hardly ever is, and its leak is the worst. On MEDDOCAN dev, GraSCCo dev, the case reports, the
// dense and the held-back notes (redact-v9, bias 0) these two hide five names more than 5 for all
// does, two of them patients' in narratives, and one word that is no name. 7 for others would hide
// "Horner" and "Leber" too, 14 for patients the first "Âge".
inline constexpr float kPatientRepeated = 11;
inline constexpr float kOtherRepeated = 6;

// How near a decision to copy must come to be reported (NearlyFound): as far as the larger of the
// two above reaches.
inline constexpr float kNearMiss = kPatientRepeated;

// A decision to copy with a score above -kReviewMargin asks for a person. At 2, on MEDDOCAN dev 19
// of 100 notes are marked, and of those that are not 8 leak, where 14 of all do; on presidio dev 34
// are marked and 20 leak, of 31; 1 marks half as many and lets 11 and 24 pass, 3 marks 34 and 47
// and lets 6 and 17 pass. (A note leaks if a letter or digit of any gold span is left; redact-v9.)
// Decisions to hide that were near say next to nothing about leaks and would mark half as many
// notes again.
inline constexpr float kReviewMargin = 2;

}  // namespace redact
