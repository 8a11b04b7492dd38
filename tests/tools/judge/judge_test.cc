// SPDX-License-Identifier: Apache-2.0
#include "tools/judge/judge.h"

#include <gtest/gtest.h>

#include "tools/judge/choice_constraint.h"
#include "tools/judge/verdicts.h"

namespace redact::judge {
namespace {

eval::Document note(const std::string& text, std::vector<eval::Annotation> found,
                    const std::string& output = "", std::vector<eval::Annotation> placed = {}) {
  eval::Document document;
  document.text = eval::to_code_points(text);
  document.output = eval::to_code_points(output);
  document.found = std::move(found);
  document.placed = std::move(placed);
  return document;
}

// Says yes where the prompt holds a word.
class ScriptedJudge final : public Judge {
 public:
  ScriptedJudge(std::string word, float margin) : word_(std::move(word)), margin_(margin) {}
  Result<std::vector<Answer>> ask(const std::vector<Question>& questions) override {
    std::vector<Answer> answers;
    for (const Question& question : questions) {
      answers.push_back({question.prompt.find(word_) == std::string::npos ? 1u : 0u, margin_});
    }
    return answers;
  }

 private:
  std::string word_;
  float margin_;
};

TEST(ChoiceConstraint, ReadsThePromptInPiecesAndScoresItsEnd) {
  for (const size_t max_rows : {1, 2, 3, 10}) {
    ChoiceConstraint choice({5, 6, 7, 8}, {40, 41, 42});
    Draft draft;
    size_t rows = 0;
    for (choice.propose(max_rows, draft); draft.n_rows() > 0; choice.propose(max_rows, draft)) {
      for (size_t i = 0; i < draft.n_rows(); ++i) {
        EXPECT_EQ(draft.ids[i], static_cast<int32_t>(5 + rows + i));
        EXPECT_EQ(draft.positions[i], static_cast<int32_t>(rows + i));
      }
      rows += draft.n_rows();
      const bool last = rows == 4;
      ASSERT_EQ(draft.candidate_ids.size(), last ? 3u : 0u);
      const std::vector<float> logits =
          last ? std::vector<float>{1.5f, 4.0f, 3.25f} : std::vector<float>();
      ASSERT_EQ(choice.judge(draft, logits).value(), draft.n_rows());
      draft.clear();
    }
    EXPECT_EQ(rows, 4u);
    EXPECT_EQ(choice.best(), 1u);
    EXPECT_EQ(choice.margin(), 0.75f);
  }
}

TEST(Verdicts, MajorityOfAllJudgesWithThoseThatAreUnsureAbstaining) {
  const std::vector<Answer> two_yes = {{0, 2}, {0, 1}, {1, 3}},
                            one_sure = {{0, 2}, {0, 0.1f}, {1, 3}};
  EXPECT_EQ(verdict_of(true, two_yes, 0.5f), Verdict::kTruePositive);
  EXPECT_EQ(verdict_of(false, two_yes, 0.5f), Verdict::kFalseNegative);
  EXPECT_EQ(verdict_of(true, one_sure, 0.5f), std::nullopt);
  const std::vector<Answer> two_no = {{1, 2}, {1, 1}, {0, 3}};
  EXPECT_EQ(verdict_of(true, two_no, 0.5f), Verdict::kFalsePositive);
  EXPECT_EQ(verdict_of(false, two_no, 0.5f), Verdict::kTrueNegative);
}

TEST(Verdicts, RuleCountsHiddenMissedAndDiscarded) {
  const std::vector<eval::Document> documents = {
      note("Ana took aspirin in Rome with Bo", {{0, 3, "NAME"}, {9, 16, "NAME"}},
           "[NAME] took [NAME] in Rome with Bo", {{0, 6, ""}, {12, 18, ""}})};
  const std::vector<eval::Document> more = {note(
      "Ana took aspirin in Rome with Bo", {{0, 3, "NAME"}, {20, 24, "CITY"}, {30, 32, "NAME"}})};
  std::vector<std::unique_ptr<Judge>> judges;
  judges.push_back(std::make_unique<ScriptedJudge>("<<Ana>>", 2.0f));
  judges.push_back(std::make_unique<ScriptedJudge>("<<Ana>>", 2.0f));
  judges.push_back(std::make_unique<ScriptedJudge>("<<Rome>>", 0.1f));
  const auto found = suspects(documents, more);
  ASSERT_EQ(found.size(), 4u);
  const auto ruling = rule(documents, found, judges, 0.5f);
  ASSERT_TRUE(ruling.ok());
  EXPECT_EQ(ruling->tribunal.true_positives, 1u);   // Ana
  EXPECT_EQ(ruling->tribunal.false_positives, 1u);  // aspirin
  EXPECT_EQ(ruling->tribunal.true_negatives, 2u);   // Rome, Bo
  EXPECT_EQ(ruling->tribunal.discarded, 0u);
  EXPECT_EQ(ruling->chunks, 1u);
  EXPECT_EQ(ruling->retained, 0u);
  // Without its second firm voice nothing has a majority.
  judges[1] = std::make_unique<ScriptedJudge>("<<Ana>>", 0.2f);
  EXPECT_EQ(rule(documents, found, judges, 0.5f)->tribunal.discarded, 4u);
}

TEST(Verdicts, WhatWasWithheldOrHasNoOffsetsIsCountedAndNotAskedAbout) {
  eval::Document withheld = note("Ana has a cough", {});
  withheld.failed = true;
  const std::vector<eval::Document> documents = {
      withheld, note("Bo has a cough", {{0, 2, "NAME"}}, "[NAME] has a cough"),
      note("Cy has a cough", {{0, 2, "NAME"}}, "[NAME] has a cough", {{0, 6, ""}})};
  const std::vector<eval::Document> more = {note("Ana has a cough", {{0, 3, "NAME"}}), documents[1],
                                            documents[2]};
  const auto found = suspects(documents, more);
  EXPECT_EQ(found.size(), 2u);  // Bo and Cy: nothing of the withheld note was missed
  std::vector<std::unique_ptr<Judge>> judges;
  judges.push_back(std::make_unique<ScriptedJudge>("cough", 2.0f));
  const auto ruling = rule(documents, found, judges, 0.5f);
  ASSERT_TRUE(ruling.ok());
  EXPECT_EQ(ruling->tribunal.false_negatives, 0u);
  EXPECT_EQ(ruling->withheld, 1u);
  EXPECT_EQ(ruling->not_comparable, 1u);
  EXPECT_EQ(ruling->chunks, 1u);
}

TEST(Verdicts, ChunksOfTwentyWordsStandBesideWhatTheOutputHas) {
  std::string text = "Ana";
  for (int i = 1; i < 45; ++i) text += " w" + std::to_string(i);
  const size_t at = text.find("w19 w20");  // a span over the border of two chunks
  const std::string output = "[NAME]" + text.substr(3, at - 3) + "[DATE]" + text.substr(at + 7);
  const auto document = note(text, {{0, 3, "NAME"}, {at, at + 7, "DATE"}}, output,
                             {{0, 6, ""}, {at + 3, at + 9, ""}});
  const auto questions = retention_questions(document);
  ASSERT_EQ(questions.size(), 3u);
  EXPECT_NE(questions[0].prompt.find("Original: Ana w1"), std::string::npos);
  EXPECT_NE(questions[0].prompt.find("Redacted: [NAME] w1"), std::string::npos);
  EXPECT_NE(questions[0].prompt.find("w18 [DATE]\n\nIs"), std::string::npos);
  EXPECT_NE(questions[1].prompt.find("Redacted: [DATE] w21"), std::string::npos);
  EXPECT_NE(questions[2].prompt.find("w44\nRedacted:"), std::string::npos);
}

// Random weights answer at random, but the same every time and whatever is asked beside.
TEST(Judge, AModelAnswersEachQuestionByItself) {
  JudgeOptions options;
  options.model_path = std::string(REDACT_SOURCE_DIR) + "/tests/golden/llama-q8_0.gguf";
  options.max_prompt = 200;
  options.n_threads = 2;
  auto judge = open_judge(options);
  ASSERT_TRUE(judge.ok()) << judge.error().message();
  std::vector<Question> questions;
  for (int i = 0; i < 20; ++i)
    questions.push_back({"Question " + std::to_string(i) + "?", {"a", "b", "c"}});
  const auto together = (*judge)->ask(questions);
  ASSERT_TRUE(together.ok()) << together.error().message();
  for (size_t i = 0; i < questions.size(); ++i) {
    const auto alone = (*judge)->ask({questions[i]});
    ASSERT_TRUE(alone.ok());
    EXPECT_EQ((*alone)[0].best, (*together)[i].best);
    EXPECT_EQ((*alone)[0].margin, (*together)[i].margin);
    EXPECT_GE((*alone)[0].margin, 0);
  }
  EXPECT_FALSE((*judge)->ask({{std::string(1000, 'x'), {"a", "b"}}}).ok());
  EXPECT_FALSE((*judge)->ask({{"x", {"a", "a"}}}).ok());
}

}  // namespace
}  // namespace redact::judge
