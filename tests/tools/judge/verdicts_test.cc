// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "tests/tools/judge/scripted_judge.h"
#include "tools/judge/ruling.h"

namespace redact::judge::verdicts_test {

std::vector<std::unique_ptr<Judge>> judges_of(
    std::initializer_list<std::pair<const char*, float>> scripts) {
  std::vector<std::unique_ptr<Judge>> judges;
  for (const auto& [word, margin] : scripts) {
    judges.push_back(std::make_unique<ScriptedJudge>(word, margin));
  }
  return judges;
}

Votes votes_of(std::initializer_list<Choice> choices) {
  Votes votes;
  for (const Choice& choice : choices) votes.push_back({Answer{{choice}}});
  return votes;
}

// The worked example of the Italian study: TP 0, FN 1, FP 2.
TEST(Votes, AStrictMajorityOfAllJudgesDecides) {
  EXPECT_EQ(verdict_of(votes_of({{1, 9}, {1, 9}, {0, 9}}), 0, 0, {}), 1u);
  EXPECT_EQ(verdict_of(votes_of({{1, 9}, {2, 9}, {0, 9}}), 0, 0, {}), std::nullopt);
  EXPECT_EQ(verdict_of(votes_of({{1, 9}, {0, 9}}), 0, 0, {}), std::nullopt);  // half is not enough
  EXPECT_EQ(verdict_of(votes_of({{1, 9}, {1, 0.1f}, {0, 9}}), 0, 0, {}), std::nullopt);
  EXPECT_EQ(verdict_of(votes_of({{1, 9}, {1, 9}, {0, 9}}), 0, 0, {0.7, 0}), std::nullopt);
  EXPECT_EQ(verdict_of(votes_of({{1, 9}, {1, 9}, {1, 9}}), 0, 0, {0.7, 0}), 1u);
  Votes absent = votes_of({{1, 9}, {1, 9}, {1, 9}});
  absent[0][0] = absent[1][0] = {};
  EXPECT_EQ(verdict_of(absent, 0, 0, {}), std::nullopt);
}

TEST(Identity, CountsHiddenMissedAndDiscarded) {
  const std::vector<eval::Document> documents = {
      note("Ana took aspirin in Rome with Bo", {{0, 3, "NAME"}, {9, 16, "NAME"}})};
  const std::vector<eval::Document> more = {note(
      "Ana took aspirin in Rome with Bo", {{0, 3, "NAME"}, {20, 24, "CITY"}, {30, 32, "NAME"}})};
  const Docket docket = prepare({.spans = true}, documents, more, {});
  ASSERT_EQ(docket.suspects.size(), 4u);
  const auto ruling =
      rule(docket, judges_of({{"<<Ana>>", 2}, {"<<Ana>>", 2}, {"<<Rome>>", 0.1f}}), {});
  ASSERT_TRUE(ruling.ok());
  EXPECT_EQ(ruling->spans->true_positives, 1u);   // Ana
  EXPECT_EQ(ruling->spans->false_positives, 1u);  // aspirin
  EXPECT_EQ(ruling->spans->true_negatives, 2u);   // Rome, Bo
  EXPECT_EQ(ruling->spans->discarded, 0u);
  EXPECT_EQ(ruling->spans->unanimous, 0u);
  // Without a second firm vote, nothing has a majority.
  const auto unsure =
      rule(docket, judges_of({{"<<Ana>>", 2}, {"<<Ana>>", 0.2f}, {"<<Rome>>", 0.1f}}), {});
  EXPECT_EQ(unsure->spans->discarded, 4u);
}

TEST(Retention, WhatWasWithheldOrHasNoTextIsCountedAndNotAskedAbout) {
  eval::Document withheld = note("Ana has a cough", {});
  withheld.failed = true;
  const std::vector<eval::Document> documents = {withheld, note("Bo has a cough", {}),
                                                 note("Cy has a cough", {}, "[NAME] has a cough")};
  const auto asked = retention_questions(documents, false);
  EXPECT_EQ(asked.questions.size(), 1u);
  EXPECT_EQ(asked.withheld, 1u);
  EXPECT_EQ(asked.not_comparable, 1u);
}

std::string numbered_words(int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) text += " w" + std::to_string(i);
  return text;
}

TEST(Retention, PiecesOfTwentyColumnsStandBesideWhatTheOutputHas) {
  const std::vector<eval::Document> documents = {
      note("Ana" + numbered_words(1, 45), {},
           "[NAME]" + numbered_words(1, 19) + " [DATE]" + numbered_words(21, 45))};
  const auto asked = retention_questions(documents, true);
  ASSERT_EQ(asked.questions.size(), 3u);
  const std::string& first = asked.questions[0].text;
  EXPECT_TRUE(first.starts_with("Original: Ana w1 ")) << first;
  EXPECT_NE(first.find("\nDe-identified: [NAME] w1 "), std::string::npos);
  EXPECT_NE(asked.questions[2].text.find("w44\nDe-identified: "), std::string::npos);
  const auto changed = retention_questions(documents, false);
  EXPECT_EQ(changed.unchanged[0] + changed.questions.size(), 3u);
  EXPECT_EQ(changed.unchanged[0], 1u);  // the last
}

// The survey's example, in which 9 of 10 pairs are retained, and a note in which half are, so that
// the mean over notes differs from the mean over pairs.
TEST(Retention, CireIsTheMeanOverNotesOfTheShareOfPairsWithoutALoss) {
  std::string source, output;
  for (int i = 0; i < 10; ++i) {
    source += numbered_words(0, 19) + " x" + std::to_string(i);
    output += numbered_words(0, 19) + (i == 3 ? " lost" : " y" + std::to_string(i));
  }
  std::vector<eval::Document> documents = {
      note(source, {}, output),
      note(numbered_words(0, 20) + " a", {}, numbered_words(0, 20) + " lost"), note("", {}, "")};
  documents[1].id = "2";
  documents[2].id = "3";
  const Docket docket = prepare({.retention = true}, documents, {}, {});
  const auto ruling = rule(docket, judges_of({{"lost", 2}}), {});
  ASSERT_TRUE(ruling.ok());
  EXPECT_EQ(ruling->retention->pairs, 12u);
  EXPECT_EQ(ruling->retention->retained, 10u);
  EXPECT_EQ(ruling->retention->unchanged, 1u);
  EXPECT_EQ(ruling->retention->by_note.at("1"), 0.9);
  EXPECT_EQ(ruling->retention->by_note.at("2"), 0.5);
  EXPECT_FALSE(ruling->retention->by_note.contains("3"));
  EXPECT_DOUBLE_EQ(ruling->retention->mean().value(), 0.7);
}

eval::Categories two_categories() { return {{"NAME", {U"[NOME]"}}, {"AGE", {U"[ETÀ]"}}}; }

TEST(Gold, AJudgeSeesNoteRedactionAndTheGoldOfOneCategoryInOneForm) {
  const std::vector<eval::Document> documents = {
      note("Ana \"A\" Bo 54", {}, "[NOME] Bo [NOME] 54",
           {{0, 7, "PATIENT"}, {8, 10, "DOCTOR"}, {11, 13, "AGE"}})};
  const auto asked = gold_questions(documents, two_categories());
  ASSERT_EQ(asked.questions.size(), 2u);
  EXPECT_EQ(asked.categories, (std::vector<std::string>{"AGE", "NAME"}));
  EXPECT_EQ(asked.n_gold, (std::vector<size_t>{1, 2}));
  const Question& names = asked.questions[1];
  EXPECT_NE(names.text.find("Original:\nAna \"A\" Bo 54\n\nRedacted:\n[NOME] Bo [NOME] 54\n"),
            std::string::npos);
  ASSERT_EQ(names.slots.size(), 4u);  // two gold spans, two tags
  std::string whole;
  for (const Slot& slot : names.slots) whole += slot.before + slot.options.back().text;
  EXPECT_EQ(whole + "]}",
            "{\"report_id\":\"1\",\"annotations_gold\":[{\"text\":\"Ana \\\"A\\\"\",\"type\":"
            "\"NAME\"},{\"text\":\"Bo\",\"type\":\"NAME\"}],\"annotations_deidentified\":["
            "{\"text\":\"Ana \\\"A\\\"\",\"type\":\"NAME\",\"counted_as\":\"FP\"},"
            "{\"text\":\"Bo\",\"type\":\"NAME\",\"counted_as\":\"FP\"},"
            "{\"text\":\"[NOME]\",\"type\":\"NAME\",\"counted_as\":\"FP\"},"
            "{\"text\":\"[NOME]\",\"type\":\"NAME\",\"counted_as\":\"FP\"}]}");
}

// Answers to one question, given by the options of its slots.
Votes by_options(const std::vector<std::vector<size_t>>& judges) {
  Votes votes;
  for (const auto& options : judges) {
    Answer answer;
    for (const size_t option : options) answer.choices.push_back({option, 9});
    votes.push_back({answer});
  }
  return votes;
}

TEST(Gold, VerdictsAreVotedOnOneByOneAndDiscardsAreCounted) {
  const std::vector<eval::Document> documents = {
      note("Ana Bo Cy", {}, "[NOME] Bo [NOME] [NOME]",
           {{0, 3, "NAME"}, {4, 6, "NAME"}, {7, 9, "NAME"}})};
  const eval::Categories names = {{"NAME", {U"[NOME]"}}};
  const auto asked = gold_questions(documents, names);
  ASSERT_EQ(asked.questions.size(), 1u);
  constexpr size_t tp = 0, fn = 1, fp = 2, end = 0, more = 1;
  // Gold: TP; FN (by two of three judges); discarded. Further FPs: one by two judges, one by one.
  const auto verdicts = count_gold(
      asked,
      by_options({{tp, fn, fn, more, more, end}, {tp, fn, fp, more, end}, {tp, tp, tp, end}}), {});
  const CategoryVerdicts& v = verdicts.at("NAME");
  EXPECT_EQ(v.counts.tp, 1);
  EXPECT_EQ(v.counts.fn, 1);
  EXPECT_EQ(v.counts.fp, 1);
  EXPECT_EQ(v.discarded, 2u);
  EXPECT_EQ(v.unanswered, 0u);
  EXPECT_NEAR(v.accuracy().value(), 1 / 3., 1e-12);
  const auto silent = count_gold(asked, by_options({{}, {}, {}}), {});
  EXPECT_EQ(silent.at("NAME").unanswered, 1u);
  EXPECT_EQ(silent.at("NAME").discarded, 3u);
}

TEST(OverRedaction, FalsePositivesAreSortedAndTheClinicalOnesWeighed) {
  const std::vector<eval::Document> documents = {
      note("aspirin Ana the Larkmoor",
           {{0, 7, "NAME"}, {8, 11, "NAME"}, {12, 15, "DATE"}, {12, 15, "NAME"}}, "",
           {{8, 11, "PATIENT"}, {16, 24, "HOSPITAL"}})};
  const Docket docket = prepare({.over = true}, documents, {}, {});
  ASSERT_EQ(docket.false_positives.size(), 2u);  // Ana is gold; "the" is found twice
  const auto ruling = rule(docket, judges_of({{"<<aspirin>>", 2}}), {});
  ASSERT_TRUE(ruling.ok());
  EXPECT_EQ(ruling->over->classes, (std::array<size_t, 5>{1, 0, 0, 0, 1}));
  EXPECT_EQ(ruling->over->high, 1u);
  EXPECT_EQ(ruling->over->low, 0u);
}

}  // namespace redact::judge::verdicts_test
