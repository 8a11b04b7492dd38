// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// Every constant of the pipeline that was chosen by looking at notes stands here, with how it was
// chosen. All are in the unit of a finder's scores, and finders differ in what a score is, so each
// names its own (SpanFinder::thresholds).
struct Thresholds {
  // What having been found as a name elsewhere in the document adds to a word's score
  // (find_repeats.h). A clinician's name may be an eponym or a word of the form too; a patient's
  // hardly ever is, and its leak is the worst.
  float patient_repeated;
  float other_repeated;
  // A token left in the text with a score above -review_margin asks for a person.
  float review_margin;

  // How near a token left in the text must come to be reported (NearlyFound): as far as the first
  // of these reaches.
  constexpr float near_miss() const { return patient_repeated; }
};

// Of decoders that decide one token behind another: log-odds of a tag against the copy, given what
// stands before. Chosen with redact-v9, which was such a model, and kept for instruct models.
//
// Repeats: on MEDDOCAN dev, GraSCCo dev, the case reports, the dense and the held-back notes these
// two hide five names more than 5 for all does, two of them patients' in narratives, and one word
// that is no name. 7 for others would hide "Horner" and "Leber" too, 14 for patients the first
// "Âge".
//
// Review: at 2, on MEDDOCAN dev 19 of 100 notes are marked, and of those that are not 8 leak, where
// 14 of all do. (A note leaks if a letter or digit of any gold span is left.) Decisions to hide
// that were near say next to nothing about leaks and would mark half as many notes again.
inline constexpr Thresholds kDecisionThresholds{11, 6, 2};

// Of decoders that find the best sequence of a whole window: what the sequence loses if the token
// is tagged.
//
// Repeats: with the label models before redact-v10, other thresholds on the same sets found no name
// more without hiding as many words that are none.
//
// Review (redact-v10): at 4, on MEDDOCAN dev 20 of 100 notes are marked, and of those that are not
// 8 leak, where 15 of all do; on presidio dev 21 are marked and 13 leak, of 19; on the case reports
// 10 and 2, of 4. 2 marks half as many and lets 10, 16 and 4 pass; 6 marks half as many again and
// lets 8, 12 and 1 pass.
inline constexpr Thresholds kSequenceThresholds{11, 6, 4};

}  // namespace redact
