// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "redactor/policy/policy.h"
#include "redactor/span/span.h"
#include "redactor/span/thresholds.h"

namespace redact {

// Names whose label a policy leaves in the text, as `patient` leaves DOCTOR.
struct KeptNames {
  std::vector<Span> hidden;  // evidence: these may be the patient's, so they are hidden after all
  std::vector<Span> unsure;  // these stay, and a person should look at them; sorted
};

// Takes the model's evidence about the names of a text as persons (persons/persons.h). A name whose
// label the policy leaves in the text is hidden
// - if it may be the patient's: it shares a word with a name labelled PATIENT by whatever source, or
//   has nothing but initials of such names, or
// - if nobody can tell that it is a clinician's: no title says so, and the model nearly gave it the
//   label PATIENT (Thresholds::unsure_role).
// It is marked for review if only the model says so, and not clearly (Thresholds::sure_role).
// Whom fields and rules call a clinician counts for nothing, since knowing more must not hide less.
// `evidence` is sorted as far as it is the model's. `known`: names of the patient that the caller
// knows. Nothing if the policy hides all names.
KeptNames judge_kept_names(std::string_view text, const std::vector<Span>& evidence,
                           const Policy& policy, const Thresholds& thresholds,
                           const std::vector<std::string>& known);

}  // namespace redact
