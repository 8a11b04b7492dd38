// SPDX-License-Identifier: Apache-2.0
#include "redactor/kept_names.h"

#include <gtest/gtest.h>

namespace redact::kept_names_test {

Policy policy_of(const std::string& name) { return Policy::open(name).value(); }

// Evidence of the model for a word of a text.
Span name_at(std::string_view text, std::string_view word, Label label, float patient_odds) {
  const size_t at = text.find(word);
  Span span{at, at + word.size(), label, 5};
  span.patient_odds = patient_odds;
  return span;
}

struct Judged {
  std::string hidden, unsure;  // the words, joined by commas
};

Judged judge(std::string_view text, const std::vector<Span>& evidence, const std::string& policy,
             const Thresholds& thresholds = kSequenceThresholds,
             const std::vector<std::string>& known = {}) {
  const auto words = [text](const std::vector<Span>& spans) {
    std::string out;
    for (const Span& s : spans) {
      out += (out.empty() ? "" : ",") + std::string(text.substr(s.begin, s.end - s.begin));
    }
    return out;
  };
  const KeptNames kept = judge_kept_names(text, evidence, policy_of(policy), thresholds, known);
  return {words(kept.hidden), words(kept.unsure)};
}

TEST(KeptNames, AWordOfThePatientsNameIsHiddenUnderAnyLabel) {
  constexpr std::string_view kText = "Re: Margaret Ellison. I reviewed Peggy. Dr Ellison, Dr Moss.";
  const std::vector<Span> evidence = {name_at(kText, "Margaret Ellison", Label::kPatient, 30),
                                      name_at(kText, "Peggy", Label::kDoctor, -60),
                                      {43, 50, Label::kDoctor, 5},
                                      name_at(kText, "Moss", Label::kDoctor, -60)};
  EXPECT_EQ(judge(kText, evidence, "patient").hidden, "Peggy,Ellison");
  EXPECT_EQ(judge(kText, evidence, "default").hidden, "");  // it hides every name
}

TEST(KeptNames, OnlyATitleOrAClearDecisionShowsThatANameIsAClinicians) {
  constexpr std::string_view kText = "Ada, Dr Bea, Cleo, Dora";
  const std::vector<Span> evidence = {
      name_at(kText, "Ada", Label::kDoctor, -19), name_at(kText, "Bea", Label::kDoctor, -1),
      name_at(kText, "Cleo", Label::kDoctor, -39), name_at(kText, "Dora", Label::kDoctor, -41)};
  const Judged judged = judge(kText, evidence, "patient");
  EXPECT_EQ(judged.hidden, "Ada");
  EXPECT_EQ(judged.unsure, "Cleo");
  // Decoders that do not tell: nothing is hidden for that, but a person should look.
  std::vector<Span> untold = evidence;
  for (Span& span : untold) span.patient_odds = 0;
  const Judged instruct = judge(kText, untold, "patient", kDecisionThresholds);
  EXPECT_EQ(instruct.hidden, "");
  EXPECT_EQ(instruct.unsure, "Ada,Cleo,Dora");
}

TEST(KeptNames, OneMentionWithATitleTellsOfAllMentionsOfThePerson) {
  constexpr std::string_view kText = "Dr Owen Pritchard. Yours, Pritchard";
  const std::vector<Span> evidence = {name_at(kText, "Owen Pritchard", Label::kDoctor, -60),
                                      {26, 35, Label::kDoctor, 5}};
  const Judged judged = judge(kText, evidence, "patient");
  EXPECT_EQ(judged.hidden + judged.unsure, "");
}

TEST(KeptNames, WhatAFieldCallsAClinicianStaysAndTheKnownPatientDoesNot) {
  constexpr std::string_view kText = "Ada, Bea Moss, B.M., M.B.C.";
  const std::vector<Span> evidence = {{0, 3, Label::kDoctor, 0, SpanSource::kField},
                                      name_at(kText, "Bea Moss", Label::kDoctor, -60),
                                      name_at(kText, "B.M.", Label::kDoctor, -60),
                                      name_at(kText, "M.B.C.", Label::kDoctor, -60)};
  EXPECT_EQ(judge(kText, evidence, "patient").hidden, "");
  EXPECT_EQ(judge(kText, evidence, "patient", kSequenceThresholds, {"Beatrice Moss"}).hidden,
            "Bea Moss,B.M.");
}

// A field that names a clinician tells nothing of a name that the model would hide without it, and
// one that names the patient hides that name under any label.
TEST(KeptNames, FieldsAddNamesToWhatIsHiddenAndTakeNone) {
  constexpr std::string_view kText = "Ada Moss; Ada, Clara, Claras";
  const std::vector<Span> model = {
      {10, 13, Label::kDoctor, 5, SpanSource::kModel, false, 0, {}, -9},
      name_at(kText, "Claras", Label::kDoctor, -60)};
  const auto with = [&](const Span& field) {
    std::vector<Span> evidence = {field};
    evidence.insert(evidence.end(), model.begin(), model.end());
    return judge(kText, evidence, "patient").hidden;
  };
  EXPECT_EQ(judge(kText, model, "patient").hidden, "Ada");
  EXPECT_EQ(with({0, 8, Label::kDoctor, 0, SpanSource::kField}), "Ada");
  EXPECT_EQ(with({15, 20, Label::kPatient, 0, SpanSource::kField}), "Ada,Claras");
}

}  // namespace redact::kept_names_test
