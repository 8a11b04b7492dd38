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
// stands before. They were chosen with redact-v9, a redaction model that decided so.
//
// Repeats: on MEDDOCAN dev, GraSCCo dev, the case reports, the dense and the held-back notes
// (redact-v9, bias 0) these two hide five names more than 5 for all does, two of them patients' in
// narratives, and one word that is no name. 7 for others would hide "Horner" and "Leber" too, 14
// for patients the first "Âge".
//
// Review: at 2, on MEDDOCAN dev 19 of 100 notes are marked, and of those that are not 8 leak, where
// 14 of all do; on presidio dev 34 are marked and 20 leak, of 31; 1 marks half as many and lets 11
// and 24 pass, 3 marks 34 and 47 and lets 6 and 17 pass. (A note leaks if a letter or digit of any
// gold span is left; redact-v9.) Decisions to hide that were near say next to nothing about leaks
// and would mark half as many notes again.
inline constexpr Thresholds kDecisionThresholds{11, 6, 2};

// Of decoders that find the best sequence of a whole window: what the sequence loses if the token
// is tagged. A name of three tokens adds three tokens' logits where the decoders above add one, so
// these may have to be wider; no model has been measured with them yet.
inline constexpr Thresholds kSequenceThresholds{11, 6, 2};

}  // namespace redact
