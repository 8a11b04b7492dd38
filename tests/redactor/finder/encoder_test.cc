// SPDX-License-Identifier: Apache-2.0
// A token classifier as a finder: windows of words, kinds with one label, files that are refused.
#include <gtest/gtest.h>

#include <cerrno>
#include <fstream>

#include "redactor/finder/redaction_model.h"
#include "tests/support/tiny_model.h"
#include "tests/support/word_encoder.h"

namespace redact::encoder_test {

constexpr uint32_t kWindow = 12, kContext = 3;

class Encoder : public ::testing::Test {
 protected:
  Encoder() {
    model_.classes = {"O", "B-GIVEN", "I-GIVEN", "B-SUR", "I-SUR", "B-DATE", "I-DATE"};
    model_.pieces = {{"lives", 0}, {"in", 0},    {".", 0},    {"ana", 1}, {"quill", 3},
                     {"##y", 4},   {"march", 5}, {"2024", 6}, {"##s", 0}};
    model_.keys = testing::class_keys("bio", model_.classes, {"NAME", "NAME", "DATE"}, kWindow,
                                      kContext, 2, 3);
    options_.n_threads = 1;
  }

  Result<SpanFinder> try_open() {
    options_.model_path =
        ::testing::TempDir() + program_invocation_short_name + "-encoder_test.gguf";
    std::ofstream(options_.model_path, std::ios::binary) << model_.build();
    return SpanFinder::open(options_);
  }
  SpanFinder open() {
    auto finder = try_open();
    EXPECT_TRUE(finder.ok()) << finder.error().message();
    return std::move(*finder);
  }
  static std::vector<std::string> found(const SpanFinder& finder, const Query& query) {
    const auto findings = finder.find(query);
    EXPECT_TRUE(findings.ok()) << findings.error().message();
    std::vector<std::string> out;
    for (const Span& span : findings->spans) {
      EXPECT_GT(span.score, 0);
      out.push_back(std::string(label_name(span.label)) + " " +
                    std::string(query.text.substr(span.begin, span.end - span.begin)));
    }
    return out;
  }

  testing::WordEncoder model_;
  ModelOptions options_;
};

using Texts = std::vector<std::string>;

TEST_F(Encoder, SpansHaveTheBytesOfTheirWordsAndTheLabelsOfTheirKinds) {
  const auto finder = open();
  EXPECT_EQ(found(finder, {"Ana  Quilly lives in\nMarch 2024."}),
            (Texts{"NAME Ana  Quilly", "DATE March 2024"}));
  EXPECT_EQ(found(finder, {"\xc3\x81na."}), (Texts{"NAME \xc3\x81na"}));
  EXPECT_TRUE(found(finder, {"lives in"}).empty());
  EXPECT_TRUE(found(finder, {" \n"}).empty());
  EXPECT_TRUE(found(finder, {""}).empty());
}

TEST_F(Encoder, TheHeadsBiasCounts) {
  model_.bias = {0, 0, 0, 0, 0, -1000};  // of B-DATE
  EXPECT_EQ(found(open(), {"Ana in March."}), (Texts{"NAME Ana"}));
}

TEST_F(Encoder, NoSpanCrossesAWall) {
  const std::vector<size_t> walls = {4};
  EXPECT_EQ(found(open(), {"Ana Quill", {}, {}, walls}), (Texts{"NAME Ana", "NAME Quill"}));
}

TEST_F(Encoder, EveryWindowOfALongTextIsRead) {
  std::string text;
  Texts want;
  for (int i = 0; i < 40; ++i) {
    text += i % 3 == 0 ? "Ana Quillys lives in\n" : "lives in March. ";
    want.push_back(i % 3 == 0 ? "NAME Ana Quilly" : "DATE March");
  }
  const auto finder = open();
  const auto got = found(finder, {text});
  EXPECT_EQ(got, want);
  EXPECT_GT(finder.counts().windows, 20u);
  EXPECT_EQ(finder.counts().window_passes, finder.counts().windows);
}

TEST_F(Encoder, WithoutPrefixesNeighboursOfAKindAreOneSpan) {
  model_.classes = {"O", "GIVEN", "SUR", "DATE"};
  model_.pieces = {{"ana", 1}, {"maria", 1}, {"quill", 2}, {"in", 0}, {"march", 3}};
  model_.keys =
      testing::class_keys("io", model_.classes, {"NAME", "CITY", "DATE"}, kWindow, kContext, 2, 3);
  EXPECT_EQ(found(open(), {"Ana Maria Quill in March"}),
            (Texts{"NAME Ana Maria", "CITY Quill", "DATE March"}));
}

TEST_F(Encoder, AWindowLongerThanTheModelsPositionsIsRefused) {
  model_.keys.number("redact.window_tokens", 63);
  EXPECT_EQ(try_open().error().message(),
            "redact.window_tokens: needs more positions than the model has");
  model_.keys.number("redact.window_tokens", 62);  // with [CLS] and [SEP], 64
  EXPECT_TRUE(try_open().ok());
}

TEST_F(Encoder, AnEncoderThatDoesNotSayWhatItsClassesMeanIsRefused) {
  const std::string want =
      "redact.grammar: must be \"classes\" in an encoder, which tools/convert makes, and in no "
      "other";
  model_.keys.without("redact.grammar");
  EXPECT_EQ(try_open().error().message(), want);
  model_.keys.text("redact.grammar", "label");
  EXPECT_EQ(try_open().error().message(), want);
  testing::TinyModel decoder;
  decoder.extra = [](testing::VocabBuilder& vocab) { vocab.text_key("redact.grammar", "classes"); };
  options_.model_path = decoder.write("decoder_with_classes.gguf");
  EXPECT_EQ(SpanFinder::open(options_).error().message(), want);
}

}  // namespace redact::encoder_test
