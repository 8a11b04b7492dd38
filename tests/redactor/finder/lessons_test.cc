// SPDX-License-Identifier: Apache-2.0
// What an instruct model is to learn: prompts as the decoder feeds them, and answers that it reads
// as the expected spans.
#include <gtest/gtest.h>

#include "redactor/finder/redaction_model.h"
#include "tests/support/tiny_model.h"

namespace redact::lessons_test {

constexpr std::string_view kNote = "Ana Rossi, 45, saw Dr Ana Rossi.";
const std::vector<Span> kSpans = {{0, 9, Label::kPatient, 0}, {11, 13, Label::kAge, 0}};

class Lessons : public ::testing::Test {
 protected:
  Result<std::vector<Lesson>> lessons(PromptTask task, std::string_view text,
                                      std::span<const Span> expected) {
    DecodingOptions decoding;
    decoding.prompt.task = task;
    decoding.prompt.language = "en";
    decoding.prompt.chat_template = "chatml";
    decoding.prompt.tags = prompt_tags(task, Policy::open("default").value());
    decoding.prompt.instruction = REDACT_SOURCE_DIR "/tests/program/short_prompt.txt";
    testing::TinyModel tiny;
    tiny.n_context = 8192;
    ModelOptions options;
    options.model_path = tiny.write("lessons_test.gguf");
    options.n_threads = 1;
    options.draft_bundled = false;
    const auto model = open_redaction_model(options).value();
    tokenizer_ = &model->file().tokenizer();
    model_ = model;
    return model->configure(decoding).value()->lessons({text, expected});
  }
  std::string text_of(std::span<const int32_t> ids) const {
    std::string text;
    for (const int32_t id : ids) text += tokenizer_->token_bytes(id);
    return text;
  }
  // The answer to a note of one window, without the end of the turn.
  std::string answer(PromptTask task, std::span<const Span> expected = kSpans) {
    const auto all = lessons(task, kNote, expected).value();
    EXPECT_EQ(all.size(), 1u);
    EXPECT_EQ(text_of(all[0].text), kNote);
    EXPECT_EQ(all[0].answer.back(), all[0].prompt->end_id);
    return text_of(std::span(all[0].answer).first(all[0].answer.size() - 1));
  }

  const Tokenizer* tokenizer_ = nullptr;
  std::shared_ptr<const RedactionModel> model_;
};

TEST_F(Lessons, AreAnswersOfTheTask) {
  EXPECT_EQ(answer(PromptTask::kTags), "[PATIENT], [AGE], saw Dr Ana Rossi.");
  EXPECT_EQ(answer(PromptTask::kMask), "[XXXXX], [XXXXX], saw Dr Ana Rossi.");
  EXPECT_EQ(answer(PromptTask::kVerdict), "[XXXXX], [XXXXX], saw Dr Ana Rossi.");
  EXPECT_EQ(answer(PromptTask::kMarkup),
            "<PATIENT>Ana Rossi</PATIENT>, <AGE>45</AGE>, saw Dr Ana Rossi.");
  EXPECT_EQ(answer(PromptTask::kList), "Ana Rossi\t<PATIENT>\n45\t<AGE>\n---");
}

TEST_F(Lessons, OfANoteWithoutIdentifiersAreCopiesAVerdictOrAnEmptyList) {
  EXPECT_EQ(answer(PromptTask::kTags, {}), kNote);
  EXPECT_EQ(answer(PromptTask::kVerdict, {}), "ANONYMOUS");
  EXPECT_EQ(answer(PromptTask::kList, {}), "---");
}

TEST_F(Lessons, LongNotesAreCutAsTheDecoderCutsThem) {
  std::string note;
  while (note.size() < 4000) note += "No fever.\n";
  note += "Ana Rossi";
  const auto all =
      lessons(PromptTask::kTags, note, {{{note.size() - 9, note.size(), Label::kPatient, 0}}})
          .value();
  ASSERT_GT(all.size(), 1u);
  std::string copied;
  for (const Lesson& lesson : all) copied += text_of(lesson.text);
  EXPECT_EQ(copied, note);
  EXPECT_NE(text_of(all.back().answer).find("[PATIENT]"), std::string::npos);
  EXPECT_EQ(text_of(all.front().answer).find("[PATIENT]"), std::string::npos);
}

// After "[STREET]," copying may resume after either comma, and the next tag takes the nearer one;
// the answer is the same.
TEST_F(Lessons, HaveTagsThatAreClose) {
  const std::vector<Span> spans = {{0, 4, Label::kStreet, 0}, {6, 7, Label::kCity, 0}};
  const std::vector<Span> touching = {{0, 4, Label::kStreet, 0}, {4, 7, Label::kCity, 0}};
  for (const char* text : {"4, 5; Z", "4, 5, Z"}) {
    const auto all = lessons(PromptTask::kTags, text, spans).value();
    ASSERT_EQ(all.size(), 1u) << text;
    EXPECT_TRUE(text_of(all[0].answer).starts_with(std::string("[STREET]") + text[4] + " [CITY]"));
  }
  ASSERT_EQ(lessons(PromptTask::kTags, "4, 5, Z", touching)->size(), 1u);
  EXPECT_EQ(lessons(PromptTask::kMarkup, "4, 5, Z", spans)->size(), 1u);
}

TEST(BundledModel, HasNoLessons) {
  const auto model = open_redaction_model({}).value();
  const auto lessons = model->configure({}).value()->lessons({"Ana"});
  ASSERT_FALSE(lessons.ok());
  EXPECT_EQ(lessons.error().kind, ErrorKind::kUnsupported);
}

}  // namespace redact::lessons_test
