// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace redact {

// All constants of the pipeline that were tuned on notes, with the reasons for their values. They
// are in the unit of a finder's scores. Scores mean different things in different finders, so each
// finder has its own constants (RedactionModel::thresholds).
struct Thresholds {
  // Added to a word's score if the word was found as a name elsewhere in the document
  // (find_repeats.h). A clinician's name may also be an eponym or a word of the form; a patient's
  // name hardly ever is, and leaking it is worst.
  float patient_repeated;
  float other_repeated;
  // A name that is not labelled PATIENT and whose patient_odds (span.h) are above -unsure_role may
  // be the patient's; above -sure_role a person should look (kept_names.h).
  float unsure_role;
  float sure_role;
  // A token left in the text with a score above -review_margin marks the document for review.
  float review_margin;

  // How close to the threshold a token left in the text must be to be reported
  // (Findings::near_misses): patient_repeated, the largest of these values.
  constexpr float near_miss() const { return patient_repeated; }
};

// For decoders that decide one token after another: log-odds of a tag against the copy, given the
// text before. Chosen with redact-v9, which was such a model, and kept for instruct models.
//
// Repeats: on MEDDOCAN dev, GraSCCo dev, the case reports, the dense and the held-back notes these
// two values hide five more names than 5 for all, two of them patients' names in narratives, and
// one word that is not a name. 7 for others would also hide "Horner" and "Leber"; 14 for patients
// would hide the first "Âge".
//
// Review: at 2, 19 % of the notes of MEDDOCAN dev are marked; 8 % of the unmarked notes leak,
// against 14 % of all. (A note leaks if a letter or digit of any gold span is left.) Narrow
// decisions to hide say next to nothing about leaks and would mark half as many notes again.
//
// Roles: these decoders give no odds (0), so a clinician's name without a title stays, and a person
// should look at it.
inline constexpr Thresholds kDecisionThresholds{11, 6, 0, 1, 2};

// For decoders that find the best sequence of a whole window: the amount by which the sequence gets
// worse if the token is tagged.
//
// Repeats: with the label models before redact-v10, no other thresholds found another name on the
// same sets without hiding as many words that are not names.
//
// Roles (redact-v11): in half of the notes of tools/train/corpus/written, of the names labelled
// DOCTOR 1 in 430 is a patient's where a title is before it, and 73 in 680 where none is. 60 of
// these 73 have odds above -20, as have 192 of the 342 clinicians' names without a title; above -40
// are all 73, and 309 of the 342.
//
// Review (redact-v11): at 4, 20 % of the notes of MEDDOCAN dev are marked, and 8 % of the unmarked
// notes leak, against 15 % of all; on presidio dev 17 % are marked and 13 % of the unmarked leak,
// against 18 %; on the case reports 10 % and 3 %, against 5 %. With redact-v10, 2 marked half as
// many, and 10, 16 and 4 % of the unmarked notes leaked; 6 marked half as many again, and 8, 12 and
// 1 % leaked. With words as rows a document has half as many scores, which are closer together:
// redact-v17's file has a margin of 2 (redact.review_margin), which marks as many notes as 4 did.
inline constexpr Thresholds kSequenceThresholds{11, 6, 20, 40, 4};

}  // namespace redact
