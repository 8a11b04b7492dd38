// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "runtime/model/model.h"
#include "runtime/text/chat_prompt.h"
#include "tools/judge/model_judge.h"

namespace redact::judge::judge_test {

const std::string kModel = std::string(REDACT_SOURCE_DIR) + "/tests/golden/llama-q8_0.gguf";

JudgeOptions options_of(const std::string& chat_template) {
  JudgeOptions options;
  options.model_path = kModel;
  options.chat_template = chat_template;
  options.context = 128;
  options.n_threads = 2;
  return options;
}

std::vector<Question> some_questions() {
  std::vector<Question> questions;
  const Slot letters{"", {{"a", "a"}, {"b", "b"}, {"c", "c"}}};
  for (int i = 0; i < 20; ++i) {
    const std::string end(1, static_cast<char>('f' + i));
    const Slot more{"; ", {{"end", end}, {"more", "e"}}, 0};
    questions.push_back({"q" + std::to_string(i),
                         "Say a letter.",
                         "Question " + std::to_string(i) + "?",
                         {letters, more, more}});
  }
  return questions;
}

// Random weights give random answers, but always the same ones, whatever else is asked and whether
// or not the instruction was read before.
TEST(Judge, AModelAnswersEachQuestionByItself) {
  const std::vector<Question> questions = some_questions();
  const std::vector<std::string> instructions = {questions[0].instruction};
  auto judge = open_model_judge(options_of("plain"), instructions);
  ASSERT_TRUE(judge.ok()) << judge.error().message();
  auto plain = open_model_judge(options_of("plain"), {});
  ASSERT_TRUE(plain.ok()) << plain.error().message();
  const auto together = (*judge)->ask(questions), unshared = (*plain)->ask(questions);
  ASSERT_TRUE(together.ok()) << together.error().message();
  ASSERT_TRUE(unshared.ok()) << unshared.error().message();
  bool ended_early = false;
  for (size_t i = 0; i < questions.size(); ++i) {
    const auto alone = (*judge)->ask({questions[i]});
    ASSERT_TRUE(alone.ok());
    const auto& choices = (*together)[i].choices;
    ASSERT_GE(choices.size(), 2u);
    ended_early |= choices.size() == 2;
    for (const auto* other : {&(*alone)[0], &(*unshared)[i]}) {
      ASSERT_EQ(other->choices.size(), choices.size());
      for (size_t slot = 0; slot < choices.size(); ++slot) {
        EXPECT_EQ(other->choices[slot].option, choices[slot].option);
        EXPECT_EQ(other->choices[slot].margin, choices[slot].margin);
        EXPECT_GE(choices[slot].margin, 0);
      }
    }
  }
  EXPECT_TRUE(ended_early);
}

TEST(Judge, AQuestionLongerThanTheContextIsNotAnsweredAndTheOthersAre) {
  std::vector<Question> questions = some_questions();
  questions[3].text = std::string(1000, 'x');
  auto judge = open_model_judge(options_of("plain"), {}).value();
  const auto answers = judge->ask(questions);
  ASSERT_TRUE(answers.ok());
  EXPECT_TRUE((*answers)[3].choices.empty());
  EXPECT_FALSE((*answers)[4].choices.empty());
}

TEST(Judge, AnswersThatAreOneAnothersBeginningAreRefused) {
  auto judge = open_model_judge(options_of("plain"), {}).value();
  for (const char* second : {"a", "ab"}) {
    const auto answers = judge->ask({{"q", "i", "t", {{"", {{"1", "a"}, {"2", second}}}}}});
    ASSERT_FALSE(answers.ok());
    EXPECT_EQ(answers.error().kind, ErrorKind::kBadInput);
  }
}

// The golden model has no chat template, and its vocabulary has none of the tokens of a template.
TEST(Judge, WithoutATemplateThatItKnowsAModelIsRefused) {
  const auto where = [](const char* chat_template) {
    const auto judge = open_model_judge(options_of(chat_template), {});
    return judge.ok() ? "opened" : judge.error().where;
  };
  EXPECT_EQ(where(""), "tokenizer.chat_template");
  EXPECT_EQ(where("none such"), "chat template");
  auto judge = open_model_judge(options_of("chatml"), {}).value();
  EXPECT_EQ(judge->ask(some_questions()).error().where, "tokenizer.ggml.tokens");
}

// The last text that a judge of these families reads says that it has finished thinking.
TEST(Judge, AModelThatThinksFirstIsToldThatItHas) {
  const std::vector<ChatTurn> turns = {{ChatRole::kSystem, "Judge."}, {ChatRole::kUser, "Note"}};
  for (const char* name : {"deepseek-r1", "qwen3"}) {
    const auto rendered = ChatTemplate::find(name).value().render(turns).value();
    std::string behind;
    for (size_t i = rendered.last_content + 1; i < rendered.pieces.size(); ++i) {
      behind += rendered.pieces[i].text;
    }
    EXPECT_TRUE(behind.ends_with("<think>\n\n</think>\n\n")) << name;
  }
}

}  // namespace redact::judge::judge_test
