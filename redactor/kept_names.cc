// SPDX-License-Identifier: Apache-2.0
#include "redactor/kept_names.h"

#include <algorithm>

#include "redactor/persons/lexicon.h"
#include "redactor/persons/persons.h"
#include "redactor/resolve.h"
#include "redactor/span/merge_spans.h"

namespace redact {

namespace {

bool hides_all_names(const Policy& policy) {
  for (const Label label : {Label::kPatient, Label::kDoctor, Label::kName}) {
    if (policy.treatment(label) == nullptr) return false;
  }
  return true;
}

bool makes_stay(const Span& span) {
  return span.source == SpanSource::kAllow || span.source == SpanSource::kStay;
}

}  // namespace

KeptNames judge_kept_names(std::string_view text, const std::vector<Span>& evidence,
                           const Policy& policy, const Thresholds& thresholds,
                           const std::vector<std::string>& known) {
  KeptNames judged;
  if (hides_all_names(policy)) return judged;
  std::vector<Span> names;
  std::copy_if(evidence.begin(), evidence.end(), std::back_inserter(names),
               [](const Span& span) { return is_name(span.label) && !makes_stay(span); });
  names = merge_spans(std::move(names));
  const Persons persons(text, names, known);
  for (const Span& span : names) {
    if (policy.treatment(span.label) != nullptr) continue;
    const Mention* mention = persons.at(span.begin);
    if (mention == nullptr) continue;
    const Person& person = persons.of(*mention);
    const bool told = person.guided_clinician || (person.cues & kClinicianCue) != 0;
    Span hidden{span.begin, span.end, Label::kName, span.score, SpanSource::kRepeat};
    if (persons.may_be_patients(*mention)) {
      hidden.label = hidden_as(Label::kPatient, policy);
      judged.hidden.push_back(hidden);
    } else if (!told && person.best_odds > -thresholds.unsure_role) {
      hidden.label = hidden_as(Label::kName, policy);
      judged.hidden.push_back(hidden);
    } else if (!told && person.best_odds > -thresholds.sure_role) {
      judged.unsure.push_back(span);
    }
  }
  return judged;
}

}  // namespace redact
