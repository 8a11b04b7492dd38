// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/tools/eval/document_of.h"
#include "tools/eval/bleu.h"
#include "tools/eval/intervals.h"
#include "tools/eval/label_sets.h"
#include "tools/eval/report.h"
#include "tools/eval/scores.h"

namespace redact::eval::eval_test {

using nlohmann::json;

std::vector<Document> golden_documents(const json& golden) {
  std::vector<Document> documents;
  for (const json& d : golden["documents"]) {
    std::vector<Annotation> gold, found;
    for (const json& s : d["spans"]) gold.push_back({s["start"], s["end"], s["label"]});
    for (const json& s : d["found"]) found.push_back({s["start"], s["end"], s["entity_type"]});
    documents.push_back(document_of(d["text"], std::move(gold), std::move(found)));
  }
  return documents;
}

json read_golden() {
  std::ifstream file(REDACT_SOURCE_DIR "/tests/golden/eval.json");
  return json::parse(file);
}

void expect_counts(const Counts& got, const json& want) {
  EXPECT_EQ(got.tp, want[0].get<double>());
  EXPECT_EQ(got.fp, want[1].get<double>());
  EXPECT_EQ(got.fn, want[2].get<double>());
}

TEST(Eval, CountsAgreeWithSeqevalAndTheTasksDefinition) {
  const json golden = read_golden();
  const Tally total = score(golden_documents(golden)).total;
  expect_counts(total.strict, golden["strict"]);
  expect_counts(total.spans, golden["spans"]);
  expect_counts(total.merged, golden["merged"]);
}

TEST(Eval, BleuAgreesWithSacrebleu) {
  const json golden = read_golden();
  const Scores scores = score(golden_documents(golden));
  EXPECT_NEAR(scores.total.bleu(), golden["bleu"].get<double>(), 1e-9);
  for (size_t i = 0; i < scores.documents.size(); ++i) {
    EXPECT_NEAR(scores.documents[i].bleu(), golden["bleu_each"][i].get<double>(), 1e-9) << i;
  }
}

// sacrebleu 2 gives 0 for this pair.
TEST(Eval, TextsWithoutACommonWordHaveNoBleu) {
  Tally tally;
  add_ngrams("[N] [N] [N]", "Ana Bo Cy Di Ed Fo", tally);
  EXPECT_EQ(tally.bleu(), 0);
}

TEST(Eval, DocumentsWithoutALanguageHaveARow) {
  Document spanish = document_of("Ana", {}, {});
  spanish.lang = "es";
  const Scores scores = score({spanish, document_of("Bo", {}, {})});
  EXPECT_EQ(scores.by_language.at("es").documents, 1);
  EXPECT_EQ(scores.by_language.at("-").documents, 1);
}

TEST(Eval, OneLeakedLetterMakesALeakyNote) {
  // "Dr Ana Ruiz, 54": the surname's last letter is left, "54" is found under another label, and
  // "Dr" is hidden.
  const auto document = document_of("Dr Ana Ruiz, 54", {{3, 11, "DOCTOR"}, {13, 15, "AGE"}},
                                    {{0, 10, "DOCTOR"}, {13, 15, "DATE"}});
  const Tally t = score({document}).total;
  EXPECT_EQ(t.leaky, 1);
  EXPECT_EQ(t.gold_characters, 9);
  EXPECT_EQ(t.leaked_characters, 1);
  EXPECT_EQ(t.words, 4);
  EXPECT_EQ(t.over_words, 1);
  EXPECT_EQ(t.strict.tp, 0);
  EXPECT_EQ(t.overlap.gold_met, 1);
  EXPECT_EQ(t.spans.tp, 1);
  EXPECT_EQ(t.tokens.tp, 2);  // Ana, 54
  EXPECT_EQ(t.tokens.fn, 1);  // Ruiz
  EXPECT_EQ(t.tokens.fp, 1);  // Dr
  EXPECT_EQ(t.token_true_negatives, 1);
  EXPECT_EQ(t.sentences, 1);
}

TEST(Eval, AWordIsRightWhenItsMarkedPartIsHidden) {
  const auto perfect = document_of("nacido en1984 hoy", {{9, 13, "DATE"}}, {{9, 13, "DATE"}});
  const auto wide = document_of("nacido en1984, hoy", {{9, 13, "DATE"}}, {{7, 18, "DATE"}});
  const auto missed = document_of("nacido en1984 hoy", {{9, 13, "DATE"}}, {{7, 9, "DATE"}});
  EXPECT_EQ(score({perfect}).total.tokens.f1(), 1);
  EXPECT_EQ(score({wide}).total.tokens.tp, 1);
  EXPECT_EQ(score({wide}).total.tokens.fp, 1);  // hoy; the comma does not count
  EXPECT_EQ(score({missed}).total.tokens.fn, 1);
  EXPECT_EQ(score({missed}).total.tokens.fp, 0);
}

TEST(Eval, AWithheldNoteLeaksNothingAndHidesEverything) {
  Document document = document_of("Ana has a cough", {{0, 3, "NAME"}}, {});
  document.failed = true;
  const Tally t = score({document}).total;
  EXPECT_EQ(t.leaky, 0);
  EXPECT_EQ(t.over_words, 3);
  EXPECT_EQ(t.strict.fn, 1);
}

TEST(Eval, WithheldNotesAreCountedAndCopyNothing) {
  Document withheld = document_of("Ana has a cough", {{0, 3, "NAME"}}, {});
  withheld.failed = true;
  const Document clean = document_of("no fever", {}, {});
  const Report report{"test", {}, {"own", true, {}}, score({withheld, clean}), {}};
  EXPECT_EQ(report.scores.total.withheld, 1);
  EXPECT_EQ(report.scores.total.hypothesis_tokens, 2);
  EXPECT_NE(to_text(report).find("documents withheld                         1\n"),
            std::string::npos);
  EXPECT_NE(to_text(report).find("withheld are 1 of 1 documents"), std::string::npos);
  EXPECT_EQ(json::parse(to_json(report))["total"]["documents_withheld"], 1);
  EXPECT_NE(to_html(report, {withheld, clean})->find("documents withheld"), std::string::npos);
}

TEST(Eval, EditsOutsideSpansAreCounted) {
  Document document = document_of("Ana has a cough", {}, {{0, 3, "NAME"}});
  document.output = U"[NAME] had a coughs";
  document.placed = {{0, 6, ""}};
  EXPECT_EQ(score({document}).total.edits_outside, 2);
  document.output = U"[NAME] has a cough";
  EXPECT_EQ(score({document}).total.edits_outside, 0);
  EXPECT_EQ(score({document}).total.compared, 1);
}

TEST(Eval, WhatAReplacementRepeatsIsKept) {
  Document document = document_of("Ana, 12/03/2021, 54, Bo", {{0, 3, "NAME"}, {5, 15, "DATE"}},
                                  {{0, 3, "NAME"}, {5, 15, "DATE"}, {17, 19, "AGE"}});
  document.output = U"[NAME], 2021, [AGE_54], Bo";
  document.placed = {{0, 6, ""}, {8, 12, ""}, {14, 22, ""}};
  const Tally year = score({document}).total;
  EXPECT_EQ(year.leaky, 0);
  EXPECT_EQ(year.replaced_characters, 15);
  EXPECT_EQ(year.kept_characters, 4);
  EXPECT_EQ(year.over_words, 1);
  document.output = U"Ana, 2021, 54, Bo";
  document.placed = {{0, 3, ""}, {5, 9, ""}, {11, 13, ""}};
  const Tally all = score({document}).total;
  EXPECT_EQ(all.leaky, 1);
  EXPECT_EQ(all.leaked_characters, 3);
  EXPECT_EQ(all.kept_characters, 9);
  EXPECT_EQ(all.over_words, 0);  // nothing hides the age
  const std::string kept =
      "characters kept in replacements            9 of 15, in 1 of 1 documents";
  const Report report{"test", {}, {"own", true, {}}, score({document}), {}};
  EXPECT_NE(to_text(report).find(kept), std::string::npos) << to_text(report);
  EXPECT_EQ(json::parse(to_json(report))["total"]["kept_characters"], 9);
}

TEST(Eval, OutputsThatCannotBeComparedAreNotSaidToBeUnchanged) {
  Document silent = document_of("Ana has a cough", {}, {{0, 3, "NAME"}});
  silent.output = U"[NAME] has a DIFFERENT diagnosis";
  Document empty = document_of("no fever", {}, {});
  empty.output = U"no fever";
  const Report one{"test", {}, {"own", true, {}}, score({silent, empty}), {}};
  EXPECT_NE(to_text(one).find("0 in 1 of 2 documents"), std::string::npos);
  EXPECT_EQ(json::parse(to_json(one))["total"]["documents_compared"], 1);
  const Report none{"test", {}, {"own", true, {}}, score({silent}), {}};
  EXPECT_NE(to_text(none).find("edits outside spans                  unknown"), std::string::npos);
  EXPECT_TRUE(json::parse(to_json(none))["total"]["edits_outside_spans"].is_null());
}

TEST(Eval, TagsAreCountedByKindWhereverTheyStand) {
  const auto document =
      document_of("a b c d e f", {{0, 1, "PATIENT"}, {2, 3, "CITY"}, {4, 5, "CITY"}},
                  {{6, 7, "DOCTOR"}, {8, 9, "NAME"}, {10, 11, "ZIP"}});
  const auto counts = score({document}).occurrences;
  EXPECT_EQ(counts.at("NAME").tp, 1);
  EXPECT_EQ(counts.at("NAME").fp, 1);
  EXPECT_EQ(counts.at("LOCATION").tp, 1);
  EXPECT_EQ(counts.at("LOCATION").fn, 1);
}

TEST(Eval, LabelsOfOtherCorporaMeetOursOrAreMadeCoarse) {
  std::vector<Document> meddocan = {
      document_of("Centro de Salud Sur, Jaén 41013",
                  {{0, 19, "CENTRO_SALUD"}, {21, 25, "TERRITORIO"}, {26, 31, "TERRITORIO"}},
                  {{0, 19, "HOSPITAL"}, {21, 25, "CITY"}, {26, 31, "ZIP"}})};
  const LabelSet set = find_label_set(meddocan);
  EXPECT_EQ(set.name, "meddocan");
  align_labels(set, meddocan);
  EXPECT_EQ(score(meddocan).total.strict.tp, 3);
  std::vector<Document> presidio = {document_of("Mr Bo, Rome",
                                                {{0, 2, "TITLE"}, {3, 5, "PERSON"}, {7, 11, "GPE"}},
                                                {{3, 5, "NAME"}, {7, 11, "CITY"}})};
  align_labels(find_label_set(presidio), presidio);
  EXPECT_EQ(score(presidio).total.strict.tp, 2);
  EXPECT_EQ(score(presidio).total.strict.fn, 0);
}

// A diagnosis and a law stay in the text: hiding them is neither right nor wrong.
TEST(Eval, LabelsOfEuroprivBenchMeetOurs) {
  std::vector<Document> documents = {
      document_of("Ana, 1850101123456, gripă, art. 4",
                  {{0, 3, "PERSON"},
                   {5, 18, "NATIONAL_ID"},
                   {20, 25, "HEALTH_CONDITION"},
                   {27, 33, "STATUTE_REF"}},
                  {{0, 3, "PATIENT"}, {5, 18, "SSN"}, {20, 25, "OTHER"}})};
  const LabelSet set = find_label_set(documents);
  EXPECT_EQ(set.name, "europriv");
  align_labels(set, documents);
  const Tally total = score(documents).total;
  EXPECT_EQ(total.strict.tp, 2);
  EXPECT_EQ(total.strict.fn, 0);
  EXPECT_EQ(total.leaky, 0);
  EXPECT_EQ(total.over_words, 0);
  EXPECT_EQ(own_labels("ADDRESS", U"Str. Lungă 4").front(), Label::kStreet);
}

TEST(Eval, HidingATitleThatTheGoldMarksIsNeitherRightNorWrong) {
  const std::string text = "Prof. Dr. Bo, Rome";
  const std::vector<Annotation> gold = {
      {0, 5, "TITLE"}, {6, 9, "TITLE"}, {10, 12, "PERSON"}, {14, 18, "GPE"}};
  std::vector<Document> documents = {
      document_of(text, gold, gold),
      document_of(text, gold, {{0, 9, "NAME"}, {10, 12, "NAME"}, {14, 18, "CITY"}}),
      document_of(text, gold, {{10, 12, "NAME"}, {14, 18, "CITY"}})};
  align_labels(find_label_set(documents), documents);
  for (const Tally& t : score(documents).documents) {
    EXPECT_EQ(t.over_words, 0);
    EXPECT_EQ(t.leaky, 0);
    EXPECT_EQ(t.strict.tp, 2);
    EXPECT_EQ(t.strict.fp, 0);
    EXPECT_NEAR(t.bleu(), 100, 1e-9);
  }
}

TEST(Eval, IntervalsHoldTheFigureAndNarrowWithMoreNotes) {
  std::vector<Document> documents;
  for (int i = 0; i < 40; ++i) {
    documents.push_back(
        document_of("Ana Ruiz", {{0, 8, "NAME"}}, {{0, i % 2 == 0 ? 8u : 3u, "NAME"}}));
  }
  const Scores few = score(documents);
  for (int i = 0; i < 400; ++i) documents.push_back(documents[static_cast<size_t>(i % 40)]);
  const Scores many = score(documents);
  const Interval wide = bootstrap_interval(few.documents, leaky_share).value(),
                 narrow = bootstrap_interval(many.documents, leaky_share).value();
  EXPECT_LT(wide.low, 0.5);
  EXPECT_GT(wide.high, 0.5);
  EXPECT_LT(narrow.high - narrow.low, (wide.high - wide.low) / 2);
}

// For none in n, the upper end of Wilson's interval is z^2 / (n + z^2), with z^2 = 3.8415.
TEST(Eval, SharesHaveIntervalsEvenAtZero) {
  const Interval none = share_interval(0, 10).value(), some = share_interval(3, 10).value();
  EXPECT_EQ(none.low, 0);
  EXPECT_NEAR(none.high, 0.2775328, 1e-6);
  EXPECT_NEAR(some.low, 0.1077913, 1e-6);
  EXPECT_NEAR(some.high, 0.6032219, 1e-6);
  EXPECT_FALSE(share_interval(0, 0));
}

TEST(Eval, RoundsThatAllAgreeAreNoInterval) {
  const auto clean = document_of("Ana Ruiz", {{0, 8, "NAME"}}, {{0, 8, "NAME"}});
  const Scores scores = score({clean, clean});
  EXPECT_FALSE(bootstrap_interval(scores.documents, character_recall));
  const Report report{"test", {}, {"own", true, {}}, scores, {}};
  EXPECT_EQ(to_text(report).find("100.00 to 100.00"), std::string::npos);
  const json intervals = json::parse(to_json(report))["intervals_95"];
  EXPECT_TRUE(intervals["character_recall"].is_null());
  EXPECT_EQ(intervals["share_of_documents_with_leak"][0], 0);
  EXPECT_GT(intervals["share_of_documents_with_leak"][1], 0.6);
}

TEST(Eval, WordsOfSexThatTheGoldNeverMarksCountNeitherWay) {
  Document document = document_of("Un varón, hermano de Ana", {{21, 24, "PATIENT"}},
                                  {{3, 8, "SEX"}, {10, 24, "FAMILY"}});
  document.lang = "es";
  Document marked = document;
  marked.gold.insert(marked.gold.begin(), {3, 8, "SEX"});
  std::vector<Document> without = {document}, with = {marked};
  align_labels({"own", true, {}}, without);
  align_labels({"own", true, {}}, with);
  const Scores left_out = score(without), counted = score(with);
  EXPECT_EQ(counted.total.strict.tp, 1);
  EXPECT_TRUE(counted.neutral_words.empty());
  EXPECT_EQ(left_out.total.strict.tp, 0);
  EXPECT_EQ(left_out.total.strict.fp, 1);          // a span that overlaps a name counts as usual:
  EXPECT_EQ(left_out.total.leaked_characters, 0);  // it hides the name
  EXPECT_EQ(left_out.total.over_words, 2);         // and two words beside it
  const std::map<std::string, double> varon = {{"SEX", 1}};
  EXPECT_EQ(left_out.neutral_words, varon);
  const Report report{"test", {}, {"own", true, {}}, left_out, {}};
  EXPECT_NE(to_text(report).find("1   (SEX 1)"), std::string::npos);
  EXPECT_EQ(json::parse(to_json(report))["neutral_words"]["SEX"], 1);
}

TEST(Eval, NationalitiesCountWhereTheGoldMarksThem) {
  Document document = document_of("un marocain, Ana", {{13, 16, "PATIENT"}},
                                  {{3, 11, "NATIONALITY"}, {13, 16, "PATIENT"}});
  document.lang = "fr";
  Document marked = document;
  marked.gold.insert(marked.gold.begin(), {3, 11, "NATIONALITY"});
  std::vector<Document> without = {document}, with = {marked};
  align_labels({"own", true, {}}, without);
  align_labels({"own", true, {}}, with);
  EXPECT_EQ(score(without).total.strict.fp, 0);
  EXPECT_EQ(score(without).neutral_words.at("NATIONALITY"), 1);
  EXPECT_EQ(score(with).total.strict.tp, 2);
  EXPECT_TRUE(find_label_set(with).comparable);
}

TEST(Eval, SeveralFoundSpansMayMeetOneGoldSpan) {
  const auto document = document_of(
      "aaaa bbbb cccc dddd", {{0, 14, "NAME"}},
      {{0, 4, "NAME"}, {5, 9, "NAME"}, {10, 14, "NAME"}, {15, 19, "NAME"}, {15, 19, "NAME"}});
  const Matches overlap = score({document}).total.overlap;
  EXPECT_EQ(overlap.precision(), 0.75);
  EXPECT_EQ(overlap.recall(), 1);
  EXPECT_NEAR(overlap.f1().value(), 6 / 7., 1e-12);
  EXPECT_EQ(score({document}).by_label.at("NAME").strict.fp, 4);  // each found span counts once
}

TEST(Eval, LabelsOfI2b2AreOurs) {
  const std::vector<Annotation> gold = {
      {0, 3, "PATIENT"}, {4, 7, "MEDICALRECORD"}, {8, 10, "IPADDR"}, {11, 13, "IDNUM"}};
  std::vector<Document> documents = {
      document_of("Ana 123 ip id", gold,
                  {{0, 3, "PATIENT"}, {4, 7, "MEDICAL_RECORD"}, {8, 10, "IP"}, {11, 13, "ID"}}),
      document_of("Ana 123 ip id", gold, gold)};
  const LabelSet set = find_label_set(documents);
  EXPECT_EQ(set.name, "i2b2");
  EXPECT_TRUE(set.comparable);
  align_labels(set, documents);
  EXPECT_EQ(score(documents).total.strict.f1(), 1);
}

TEST(Eval, LabelsOutsideTheSetAreNamedAndComparedInGroups) {
  std::vector<Document> documents = {document_of(
      "Jaén, 1/2", {{0, 4, "TERRITORIO"}, {6, 9, "FECHAS"}}, {{0, 4, "GPE"}, {6, 9, "DATE_TIME"}})};
  const LabelSet set = find_label_set(documents);
  EXPECT_EQ(set.name, "meddocan");
  EXPECT_FALSE(set.comparable);
  const std::vector<std::string> outside = {"DATE_TIME", "GPE"};
  EXPECT_EQ(set.outside, outside);
  align_labels(set, documents);
  const Report report{"test", {}, set, score(documents), {}};
  EXPECT_EQ(report.scores.total.strict.f1(), 1);
  EXPECT_NE(to_text(report).find("do not hold DATE_TIME, GPE: coarse"), std::string::npos);
  EXPECT_EQ(json::parse(to_json(report))["labels_outside_set"], outside);
}

}  // namespace redact::eval::eval_test
