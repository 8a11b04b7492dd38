// SPDX-License-Identifier: Apache-2.0
// A model that this build cannot run correctly is refused, and the error names the cause.
#include <gtest/gtest.h>

#include "base/free_memory.h"
#include "redactor/finder/redaction_model.h"
#include "tests/support/label_keys.h"
#include "tests/support/tiny_model.h"

namespace redact::refusals_test {

using testing::TinyModel;
using testing::VocabBuilder;

constexpr char kChatMl[] =
    "{% for message in messages %}{{'<|im_start|>' + message['role'] + '\n' + message['content'] + "
    "'<|im_end|>' + '\n'}}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' "
    "}}{% endif %}";

class Refusals : public ::testing::Test {
 protected:
  Refusals() { model_.chat_template = kChatMl; }

  Result<SpanFinder> open() {
    options_.model_path = model_.write("refusals_test.gguf");
    options_.draft_bundled = false;
    options_.n_threads = 1;
    return SpanFinder::open(options_, decoding_);
  }
  // Expects an error of this kind whose message contains all `parts`.
  void expect_refused(ErrorKind kind, const std::vector<std::string>& parts) {
    const auto finder = open();
    ASSERT_FALSE(finder.ok());
    EXPECT_EQ(finder.error().kind, kind) << finder.error().message();
    for (const std::string& part : parts) {
      EXPECT_NE(finder.error().message().find(part), std::string::npos) << finder.error().message();
    }
  }

  TinyModel model_;
  ModelOptions options_;
  DecodingOptions decoding_ = [] {
    DecodingOptions options;
    options.prompt.tags = {{"[X]", "", Label::kName}};
    options.prompt.language = "en";
    options.prompt.instruction = REDACT_SOURCE_DIR "/tests/program/short_prompt.txt";
    return options;
  }();
};

TEST_F(Refusals, TheModelItselfIsNot) {
  const auto finder = open();
  ASSERT_TRUE(finder.ok()) << finder.error().message();
  EXPECT_TRUE(finder->find({"Ana Rossi, 45"}).ok());
}

// Where a policy deletes what it hides, an answer would not show it, and nothing could be hidden.
TEST_F(Refusals, ATagThatSpellsNothing) {
  decoding_.prompt.tags = {{"", "", Label::kName}};
  expect_refused(ErrorKind::kBadInput, {"policy", "NAME", "is empty"});
}

TEST_F(Refusals, Architecture) {
  model_.architecture = "mamba2";
  expect_refused(ErrorKind::kUnsupported, {"general.architecture", "mamba2"});
}

TEST_F(Refusals, PreTokenizer) {
  model_.pre = "exaone";
  expect_refused(ErrorKind::kUnsupported, {"tokenizer.ggml.pre", "exaone"});
}

TEST_F(Refusals, TensorType) {
  model_.types["blk.1.ffn_up.weight"] = 24;  // I8
  expect_refused(ErrorKind::kUnsupported, {"blk.1.ffn_up.weight", "I8"});
}

TEST_F(Refusals, ChatTemplate) {
  model_.chat_template = "{{ messages[0] }} and nothing that is known";
  expect_refused(ErrorKind::kUnsupported, {"tokenizer.chat_template", "chatml"});
  decoding_.prompt.chat_template = "chatml";
  EXPECT_TRUE(open().ok());
}

TEST_F(Refusals, NameOfATemplate) {
  decoding_.prompt.chat_template = "nonesuch";
  expect_refused(ErrorKind::kNotFound, {"--template", "chatml"});
}

TEST_F(Refusals, MissingTensor) {
  model_.left_out = {"blk.0.attn_norm.weight"};
  expect_refused(ErrorKind::kBadInput, {"blk.0.attn_norm.weight", "missing"});
}

TEST_F(Refusals, UnknownTensor) {
  model_.extra_tensors = {"blk.0.attn_q_norm.weight"};
  expect_refused(ErrorKind::kUnsupported, {"blk.0.attn_q_norm.weight"});
}

TEST_F(Refusals, UnknownKey) {
  model_.extra = [](VocabBuilder& file) { file.id_key("llama.attention.clamp_kqv", 8); };
  expect_refused(ErrorKind::kUnsupported, {"llama.attention.clamp_kqv"});
}

TEST_F(Refusals, RopeScaling) {
  model_.extra = [](VocabBuilder& file) { file.text_key("llama.rope.scaling.type", "yarn"); };
  expect_refused(ErrorKind::kUnsupported, {"llama.rope.scaling"});
}

TEST_F(Refusals, ContextLongerThanTheModels) {
  options_.context = 4096;
  expect_refused(ErrorKind::kBadInput, {"context", "512"});
}

TEST_F(Refusals, PromptThatFillsTheContext) {
  decoding_.prompt.instruction = {};
  expect_refused(ErrorKind::kBadInput, {"context", "512"});
}

TEST_F(Refusals, WhatOnlyAnInstructModelCanBeAsked) {
  model_.extra = [](VocabBuilder& file) { testing::LabelKeys().add_to(file); };
  const PromptOptions usual;
  decoding_.prompt = usual;
  EXPECT_TRUE(open().ok());
  const auto expect_option_refused = [&](const char* option, auto member, const auto& value) {
    decoding_.prompt = usual;
    decoding_.prompt.*member = value;
    expect_refused(ErrorKind::kUnsupported, {option, "label model"});
  };
  expect_option_refused("--task", &PromptOptions::task, PromptTask::kMarkup);
  expect_option_refused("--lang", &PromptOptions::language, "en");
  expect_option_refused("--prompt", &PromptOptions::instruction, "/nonexistent");
  expect_option_refused("--shots", &PromptOptions::shots, "/nonexistent");
  expect_option_refused("--template", &PromptOptions::chat_template, "chatml");
  decoding_.prompt = usual;
  options_.context = 512;
  expect_refused(ErrorKind::kUnsupported, {"context", "label model"});
}

TEST_F(Refusals, PolicyWithoutATag) {
  decoding_.prompt.tags.clear();
  expect_refused(ErrorKind::kBadInput, {"policy"});
}

TEST_F(Refusals, TagsThatCouldNotBeToldApart) {
  decoding_.prompt.tags.push_back({"[X]s", "", Label::kDate});
  expect_refused(ErrorKind::kBadInput, {"placeholder", "NAME"});
}

// 16 million entries in 256 layers take half a terabyte.
TEST_F(Refusals, TooLittleMemory) {
  model_.n_layers = 256;
  model_.n_context = options_.context = 1 << 24;
  if (free_host_memory() > size_t{400} << 30) GTEST_SKIP() << "this machine has that much";
  expect_refused(ErrorKind::kExhausted, {"needs", "weights", "16777216 entries", "are free"});
}

}  // namespace redact::refusals_test
