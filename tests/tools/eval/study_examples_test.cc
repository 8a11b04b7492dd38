// SPDX-License-Identifier: Apache-2.0
// The examples with which the studies explain their measures.
#include <gtest/gtest.h>

#include "tests/tools/eval/document_of.h"
#include "tools/eval/studies/emergency.h"
#include "tools/eval/studies/expert.h"
#include "tools/eval/studies/seven_kinds.h"
#include "tools/eval/studies/studies.h"
#include "tools/eval/studies/survey.h"

namespace redact::eval::study_examples_test {

std::optional<double> figure(const StudyTable& table, const std::string& row,
                             const std::string& name) {
  for (const StudyRow& r : table.rows) {
    for (const StudyFigure& f : r.figures) {
      if (r.name == row && f.name == name) return f.value;
    }
  }
  ADD_FAILURE() << row << " has no " << name;
  return std::nullopt;
}

// A document whose record is only a text, without spans.
Document rewritten(const std::string& text, std::vector<Annotation> gold,
                   const std::string& output) {
  Document document = document_of(text, std::move(gold), {});
  document.output = to_code_points(output);
  document.says_spans = false;
  return document;
}

StudyTable italian(const std::vector<Document>& documents) {
  return count_studies({"italian"}, documents, Policy::open("italian-clinical").value()).at(0);
}

TEST(Italian, OneOfTwoNamesSurvivesAndThreeTagsStand) {
  const auto table = italian({rewritten("Ana e Bo, tosse", {{0, 3, "PATIENT"}, {6, 8, "PATIENT"}},
                                        "[NOME] e Bo, [NOME] [NOME]")});
  EXPECT_EQ(figure(table, "NAME", "fn"), 1);
  EXPECT_EQ(figure(table, "NAME", "tp"), 1);
  EXPECT_EQ(figure(table, "NAME", "fp"), 1);
  for (const char* name : {"precision", "recall", "f1"}) {
    EXPECT_EQ(figure(table, "NAME", name), 0.5) << name;
  }
}

TEST(Italian, AStringThatStandsMoreOftenThanItIsMarkedIsMissedOnce) {
  const auto table =
      italian({rewritten("5 anni, 5 mg, 15 mg", {{0, 1, "AGE"}}, "[ETÀ] anni, 5 mg, 15 mg")});
  EXPECT_EQ(figure(table, "AGE", "fn"), 1);  // exact strings, as the study counts
  EXPECT_EQ(figure(table, "AGE", "tp"), 0);
}

TEST(Italian, TagsOfTheSourceAreItsOwnAndSilentRecordsCountInNothing) {
  Document silent = document_of("Ana", {{0, 3, "NAME"}}, {{0, 3, "NAME"}});
  const auto table = italian({rewritten("[NOME] x", {}, "[NOME] x"), silent});
  EXPECT_EQ(figure(table, "all", "fp"), 0);
  EXPECT_EQ(figure(table, "all", "tp"), 0);
  EXPECT_EQ(figure(table, "all", "documents_without_text"), 1);
}

TEST(Survey, APatientsTokenIsRightWhereAnyPartOfItIsChanged) {
  const auto table = count_survey(
      {rewritten("Ann Lee, Leeds", {{0, 7, "PATIENT"}, {9, 14, "CITY"}}, "[N] Lee, Leeds")});
  EXPECT_EQ(figure(table, "base", "tp"), 1);
  EXPECT_EQ(figure(table, "base", "fn"), 2);
  EXPECT_NEAR(figure(table, "base", "recall").value(), 0.33, 0.005);
}

TEST(Survey, ConservativelyAllOfItMustGo) {
  const auto table =
      count_survey({rewritten("seen Leexx today", {{5, 10, "PATIENT"}}, "seen [N]xx today")});
  EXPECT_EQ(figure(table, "base", "tp"), 1);
  EXPECT_EQ(figure(table, "conservative", "tp"), 0);
  EXPECT_EQ(figure(table, "conservative", "fn"), 1);
}

TEST(Survey, WhatAWordBeginsAndEndsWithIsCountedOnce) {
  const auto table = count_survey({rewritten("abab", {{0, 2, "PATIENT"}}, "ab")});
  EXPECT_EQ(figure(table, "base", "tp"), 1);
}

TEST(Survey, ProvidersYearsAndDatesOfVisitsStay) {
  const std::string text = "DOB 12/03/1948, seen 5 May 2031 by Dr Quill at Larkmoor";
  const std::vector<Annotation> gold = {
      {4, 14, "DATE"}, {21, 31, "DATE"}, {38, 43, "DOCTOR"}, {47, 55, "HOSPITAL"}};
  Document document = document_of(text, gold, {{4, 14, "DATE"}, {38, 43, "DOCTOR"}});
  document.output = to_code_points("DOB [D]1948, seen 5 May 2031 by Dr [D] at Larkmoor");
  document.placed = {{4, 11, ""}, {35, 38, ""}};
  const auto table = count_survey({document});
  EXPECT_EQ(figure(table, "base", "tp"), 2);  // 12 and 03; the kept year is not an identifier
  EXPECT_EQ(figure(table, "base", "fn"), 0);
  EXPECT_EQ(figure(table, "base", "fp"), 1);  // the doctor
  EXPECT_EQ(figure(table, "with providers", "tp"), 3);
  EXPECT_EQ(figure(table, "with providers", "fp"), 0);
  EXPECT_EQ(figure(table, "with providers", "fn"), 1);  // the hospital
}

TEST(Survey, DocumentsFallIntoBinsOfWords) {
  std::string long_note = "Ann";
  for (int i = 1; i < 257; ++i) long_note += " w";
  const auto table = count_survey({document_of("Ann", {{0, 3, "PATIENT"}}, {{0, 3, "NAME"}}),
                                   document_of(long_note, {{0, 3, "PATIENT"}}, {})});
  EXPECT_EQ(figure(table, "base, 0 to 256 words", "recall"), 1);
  EXPECT_EQ(figure(table, "base, 257 to 512 words", "recall"), 0);
  EXPECT_EQ(figure(table, "base, 257 to 512 words", "documents"), 1);
}

TEST(Spanish, GlobalScoresIgnoreWhichKindAWordIs) {
  const auto table =
      count_seven_kinds({document_of("Ana Ruiz Elche tos", {{0, 8, "NAME"}, {9, 14, "LOC"}},
                                     {{0, 8, "NAME"}, {9, 14, "INST"}, {15, 18, "NUM"}})});
  EXPECT_EQ(figure(table, "LOC", "recall"), 0);
  EXPECT_EQ(figure(table, "NAME", "tp"), 2);
  EXPECT_EQ(figure(table, "global", "tp"), 3);
  EXPECT_EQ(figure(table, "global", "fp"), 1);
  EXPECT_EQ(figure(table, "global", "fn"), 0);
  EXPECT_EQ(figure(table, "global", "precision"), 0.75);
  EXPECT_EQ(figure(table, "global", "recall"), 1);
}

TEST(Spanish, SectionHeadersAreKept) {
  const std::vector<Annotation> headers = {{0, 7, "CAB"}, {12, 22, "CAB"}};
  const Document found_as_name =
      document_of("TECNICA: RM CONCLUSION: tos", headers, {{0, 7, "NAME"}});
  const auto table = count_seven_kinds({found_as_name});
  EXPECT_EQ(figure(table, "CAB, words kept", "kept"), 1);
  EXPECT_EQ(figure(table, "CAB, words kept", "words"), 2);
  EXPECT_EQ(figure(table, "global", "fp"), 1);
  EXPECT_EQ(figure(table, "global", "fn"), 0);
  // A system that marks headers as such keeps them.
  const auto marked = count_seven_kinds({document_of("TECNICA: RM", {headers[0]}, {headers[0]})});
  EXPECT_EQ(figure(marked, "CAB, words kept", "kept"), 1);
  EXPECT_EQ(figure(marked, "global", "fp"), 0);
  // Other studies do not count them as missed.
  EXPECT_EQ(figure(count_emergency({found_as_name}), "identifiers", "identifiers"), 0);
  EXPECT_EQ(figure(italian({rewritten("TECNICA: RM", {headers[0]}, "TECNICA: RM")}), "all", "fn"),
            0);
}

TEST(Spanish, MeddocansLabelsAreMappedAndSomeAreNotScored) {
  EXPECT_EQ(kind_of_label("CALLE"), "DIR");
  EXPECT_EQ(kind_of_label("HOSPITAL"), "INST");
  EXPECT_EQ(kind_of_label("EDAD_SUJETO_ASISTENCIA"), "");
  EXPECT_EQ(kind_of_label("CORREO_ELECTRONICO"), "");
  const auto table =
      count_seven_kinds({document_of("madre Ana, 54, Elche 03201",
                                     {{0, 9, "FAMILIARES_SUJETO_ASISTENCIA"},
                                      {11, 13, "EDAD_SUJETO_ASISTENCIA"},
                                      {15, 20, "TERRITORIO"},
                                      {21, 26, "TERRITORIO"}},
                                     {{11, 13, "DATE"}, {15, 20, "CITY"}, {21, 26, "ZIP"}})});
  EXPECT_EQ(figure(table, "NAME", "fn"), 1);  // Ana
  EXPECT_EQ(figure(table, "LOC", "tp"), 2);
  EXPECT_EQ(figure(table, "global", "fp"), 0);  // the age counts neither way
}

TEST(Expert, AChunkMustMatchWhole) {
  const auto table =
      count_expert({document_of("Dr Michael Brown", {{3, 16, "DOCTOR"}}, {{11, 16, "DOCTOR"}})});
  EXPECT_EQ(figure(table, "span DOCTOR", "fp"), 1);
  EXPECT_EQ(figure(table, "span DOCTOR", "fn"), 1);
  EXPECT_EQ(figure(table, "span DOCTOR", "tp"), 0);
  EXPECT_EQ(figure(table, "tag B-DOCTOR", "fn"), 1);  // Michael
  EXPECT_EQ(figure(table, "tag B-DOCTOR", "fp"), 1);  // Brown, which is I-DOCTOR
  EXPECT_EQ(figure(table, "tag I-DOCTOR", "fn"), 1);
}

TEST(Expert, MacroF1IsTheMeanOfTheLabels) {
  const auto table = count_expert({document_of(
      "Ana Bo Cy 54", {{0, 3, "NAME"}, {4, 6, "NAME"}, {7, 9, "NAME"}, {10, 12, "AGE"}},
      {{0, 3, "NAME"}, {4, 6, "NAME"}, {7, 9, "NAME"}})});
  EXPECT_EQ(figure(table, "span, pooled", "macro_f1"), 0.5);
  EXPECT_NEAR(figure(table, "span, pooled", "f1").value(), 6 / 7., 1e-12);
}

TEST(Emergency, ANoteIsASuccessWhereEveryIdentifierIsRemoved) {
  const auto table = count_emergency(
      {document_of("Ana Elche", {{0, 3, "NAME"}, {4, 9, "LOC"}}, {{0, 3, "NAME"}, {4, 9, "NAME"}}),
       document_of("Bo Jaca 3/4 x", {{0, 2, "NAME"}, {3, 7, "LOC"}, {8, 11, "DATE"}},
                   {{0, 2, "NAME"}, {8, 11, "DATE"}, {12, 13, "DATE"}}),
       document_of("tos", {}, {})});
  EXPECT_EQ(figure(table, "identifiers", "recall"), 0.8);
  EXPECT_EQ(figure(table, "identifiers", "precision"), 0.8);  // x is not an identifier
  EXPECT_EQ(figure(table, "notes", "note_recall"), 0.5);
  EXPECT_EQ(figure(table, "notes, NAME", "note_recall"), 1);
  EXPECT_EQ(figure(table, "notes, LOC", "note_recall"), 0.5);
  EXPECT_EQ(figure(table, "notes, DATE", "notes"), 1);
}

TEST(Emergency, BleuOfAPerfectRedactionIsOneWhateverTheLabels) {
  const std::string text = "Ana vio a Bo en la sala de urgencias";
  const std::vector<Annotation> gold = {{0, 3, "NAME"}, {10, 12, "NAME"}};
  const auto perfect =
      count_emergency({document_of(text, gold, {{0, 3, "CITY"}, {10, 12, "AGE"}})});
  EXPECT_NEAR(figure(perfect, "BLEU-4", "bleu").value(), 1, 1e-12);
  const auto missed = count_emergency({document_of(text, gold, {{0, 3, "CITY"}})});
  EXPECT_LT(figure(missed, "BLEU-4", "bleu").value(), 0.95);
}

}  // namespace redact::eval::study_examples_test
