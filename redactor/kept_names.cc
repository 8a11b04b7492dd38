// SPDX-License-Identifier: Apache-2.0
#include "redactor/kept_names.h"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "language/words.h"
#include "redactor/persons/lexicon.h"
#include "redactor/persons/name_parts.h"
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

// The words by which texts and callers name patients.
class PatientsWords {
 public:
  void add(std::string_view name) {
    for (const NamePart& part : name_parts(name)) {
      initials_.insert(std::string(initial_of(part.folded)));
      if (part.is_initial) continue;
      const std::string& word = formal_name(part.folded);
      words_.insert(word);
      for (Stem& stem : stems_of(word)) stems_.insert(std::move(stem.word));
    }
  }

  // Whether a name contains one of them, with or without an ending, or consists only of their
  // initials.
  bool name(std::string_view other) const {
    const std::vector<NamePart> parts = name_parts(other);
    const auto is_known = [&](const NamePart& part) {
      if (part.is_initial) return false;
      const std::string& word = formal_name(part.folded);
      if (words_.contains(word) || stems_.contains(word)) return true;
      const std::vector<Stem> stems = stems_of(word);
      return std::any_of(stems.begin(), stems.end(),
                         [&](const Stem& stem) { return words_.contains(stem.word); });
    };
    const auto begins_one = [&](const NamePart& part) {
      return part.is_initial && initials_.contains(part.folded);
    };
    return std::any_of(parts.begin(), parts.end(), is_known) ||
           (!parts.empty() && std::all_of(parts.begin(), parts.end(), begins_one));
  }

 private:
  std::unordered_set<std::string> words_, stems_, initials_;
};

// Judges the names found by the model, by the model's evidence alone.
void judge_by_model(std::string_view text, const std::vector<Span>& names, const Policy& policy,
                    const Thresholds& thresholds, KeptNames& judged) {
  const Persons persons(text, names);
  for (const Span& span : names) {
    if (policy.treatment(span.label) != nullptr) continue;
    const Mention* mention = persons.at(span.begin);
    if (mention == nullptr) continue;
    const Person& person = persons.of(*mention);
    const bool told = (person.cues & kClinicianCue) != 0;
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
}

}  // namespace

KeptNames judge_kept_names(std::string_view text, const std::vector<Span>& evidence,
                           const Policy& policy, const Thresholds& thresholds,
                           const std::vector<std::string>& known) {
  KeptNames judged;
  if (hides_all_names(policy)) return judged;
  const auto surface = [text](const Span& s) { return text.substr(s.begin, s.end - s.begin); };
  std::vector<Span> of_model;
  PatientsWords patients;
  for (const std::string& name : known) patients.add(name);
  for (const Span& span : evidence) {
    if (span.source == SpanSource::kModel && is_name(span.label)) of_model.push_back(span);
    if (span.label == Label::kPatient) patients.add(surface(span));
  }
  judge_by_model(text, of_model, policy, thresholds, judged);
  const Label label = hidden_as(Label::kPatient, policy);
  for (const Span& span : evidence) {
    if (!is_name(span.label) || policy.treatment(span.label) != nullptr) continue;
    if (!patients.name(surface(span))) continue;
    judged.hidden.push_back({span.begin, span.end, label, span.score, SpanSource::kRepeat});
  }
  judged.hidden = merge_spans(std::move(judged.hidden));
  return judged;
}

}  // namespace redact
