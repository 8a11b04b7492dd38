// SPDX-License-Identifier: Apache-2.0
#include "redactor/repeat_names.h"

#include <gtest/gtest.h>

namespace redact {
namespace {

// The words that are spans, in order.
std::string found_in(const std::string& text, Findings findings) {
  repeat_names(text, findings);
  std::string out;
  size_t reached = 0;
  for (const Span& span : findings.spans) {
    EXPECT_GE(span.begin, reached);
    reached = span.end;
    out += (out.empty() ? "" : "|") + text.substr(span.begin, span.end - span.begin);
  }
  return out;
}

NearlyFound near(const std::string& text, const std::string& token, float score, size_t from = 0) {
  const size_t at = text.find(token, from);
  return {at, at + token.size(), score};
}

TEST(RepeatNames, ANameThatWasNearlyFoundAgainIsFound) {
  const std::string text =
      "Patient: Marisol Vega. Later MARISOL slept, vega and Vega woke; Mar rose.";
  const Findings findings = {{{9, 21, Label::kPatient, 4}},
                             1,
                             {near(text, " MARISOL", -2), near(text, " vega", -1),
                              near(text, " Vega", -4.5f, 40), near(text, " Mar", -1, 60)}};
  EXPECT_EQ(found_in(text, findings), "Marisol Vega|MARISOL|Vega");
}

TEST(RepeatNames, WhatTheModelRulesOutOrAnotherKindNamesStays) {
  const std::string text = "Dr Leber. Leber: normal. Seen in Jaen; Jaen is far. Leber";
  const Findings findings = {{{3, 8, Label::kDoctor, 3}, {33, 37, Label::kCity, 3}},
                             1,
                             {near(text, " Leber", -7, 9), near(text, " Jaen", -1, 38)}};
  EXPECT_EQ(found_in(text, findings), "Leber|Jaen");
}

TEST(RepeatNames, APatientsNameIsFoundAgainFurtherOffThanAnothers) {
  const std::string text = "Patient Ida Vega. Dr Horner. Later Ida slept; no Horner; Vega.";
  const Findings findings = {{{8, 16, Label::kPatient, 3}, {21, 27, Label::kDoctor, 3}},
                             1,
                             {near(text, " Ida", -10, 20), near(text, " Horner", -6.5f, 30),
                              near(text, " Vega", -11, 30)}};
  EXPECT_EQ(found_in(text, findings), "Ida Vega|Horner|Ida");
}

TEST(RepeatNames, AWordInsideASpanIsLeftToIt) {
  const std::string text = "Ana Ruiz, Hospital Ana Ruiz";
  const Findings findings = {
      {{0, 8, Label::kPatient, 3}, {10, 27, Label::kHospital, 2}}, 1, {near(text, " Ana", -1, 15)}};
  EXPECT_EQ(found_in(text, findings), "Ana Ruiz|Hospital Ana Ruiz");
}

}  // namespace
}  // namespace redact
