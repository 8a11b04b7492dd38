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

// Resolves the model's evidence about the names of a text into persons (persons/persons.h). A name
// whose label the policy leaves in the text is hidden
// - if it may be the patient's: it shares a word with a name that any source labelled PATIENT, or
//   consists only of initials of such names, or
// - if it is not known to be a clinician's: no title says so, and the model nearly gave it the
//   label PATIENT (Thresholds::unsure_role).
//
// The name is marked for review if only the model calls it a clinician's, and not clearly
// (Thresholds::sure_role). Fields and rules that name clinicians count for nothing, since more
// knowledge must not hide less. `evidence` is sorted as far as it is the model's. `known`: names of
// the patient, as known to the caller. Returns nothing if the policy hides all names.
KeptNames judge_kept_names(std::string_view text, const std::vector<Span>& evidence,
                           const Policy& policy, const Thresholds& thresholds,
                           const std::vector<std::string>& known);

}  // namespace redact
