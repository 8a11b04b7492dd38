// SPDX-License-Identifier: Apache-2.0
// Compares the findings of small random models with the label grammar, of tokens and of words, with
// those of numpy (tests/golden/make_label_golden.py): rows, windows, bidirectional attention,
// decisions and scores.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "redactor/finder/redaction_model.h"

namespace redact::label_golden_test {

// Keys and values in halves have relative errors of 2^-12, and logits of about 4 are off by some
// 1e-3. A score adds the logits of a few tokens. No score of the golden is nearer to 0 than 0.1.
constexpr float kTolerance = 0.02f;

// Expects the findings of a model in tests/golden, and counts its spans.
void expect_golden(const std::string& name, size_t& n_spans) {
  const std::string path = std::string(REDACT_SOURCE_DIR) + "/tests/golden/" + name;
  ModelOptions options;
  options.model_path = path + ".gguf";
  const auto finder = SpanFinder::open(options);
  ASSERT_TRUE(finder.ok()) << finder.error().message();
  const auto golden = nlohmann::json::parse(std::ifstream(path + ".json"));
  for (const auto& want : golden) {
    const std::string text = want.at("text");
    const auto found = finder->find({text});
    ASSERT_TRUE(found.ok()) << found.error().message();
    EXPECT_NEAR(found->least_margin, want.at("least_margin").get<float>(), kTolerance);
    ASSERT_EQ(found->spans.size(), want.at("spans").size());
    for (size_t i = 0; i < found->spans.size(); ++i) {
      const Span& span = found->spans[i];
      const auto& other = want.at("spans")[i];
      EXPECT_EQ(span.begin, other[0].get<size_t>());
      EXPECT_EQ(span.end, other[1].get<size_t>());
      EXPECT_EQ(label_name(span.label), other[2].get<std::string>());
      EXPECT_NEAR(span.score, other[3].get<float>(), kTolerance);
    }
    ASSERT_EQ(found->near_misses.size(), want.at("nearly").size());
    for (size_t i = 0; i < found->near_misses.size(); ++i) {
      EXPECT_EQ(found->near_misses[i].begin, want.at("nearly")[i][0].get<size_t>());
      EXPECT_NEAR(found->near_misses[i].score, want.at("nearly")[i][1].get<float>(), kTolerance);
    }
    n_spans += found->spans.size();
  }
}

TEST(LabelGolden, FindingsAgreeWithNumpy) {
  for (const auto& [name, least] : {std::pair("label-f32", 50u), {"label-words-f32", 40u}}) {
    size_t n_spans = 0;
    expect_golden(name, n_spans);
    EXPECT_GT(n_spans, least) << name;
  }
}

// The space that the tokenizer adds before a text is one or more tokens of no bytes.
TEST(LabelGolden, NearMissesHaveBytes) {
  ModelOptions options;
  options.model_path = std::string(REDACT_SOURCE_DIR) + "/tests/golden/label-f32.gguf";
  DecodingOptions decoding;
  decoding.bias = -3;
  const auto finder = SpanFinder::open(options, decoding);
  ASSERT_TRUE(finder.ok()) << finder.error().message();
  const std::string text = " \xd8\xb6\xd8\xa9: \xc3\x99\xc3\x98\xc3\xa7\xd8\xb9\xc3\x98";
  const auto found = finder->find({text});
  ASSERT_TRUE(found.ok()) << found.error().message();
  ASSERT_FALSE(found->near_misses.empty());
  for (const Span& near : found->near_misses) {
    EXPECT_LT(near.begin, near.end);
    EXPECT_LE(near.end, text.size());
  }
}

// A user's hint has the same effect as an entry for the word in the model's own gazetteer.
TEST(LabelGolden, HintsOfAUserAreRead) {
  ModelOptions options;
  options.model_path = std::string(REDACT_SOURCE_DIR) + "/tests/golden/label-f32.gguf";
  DecodingOptions decoding;
  const auto margin = [&](const char* kind, const char* term, const char* text) {
    decoding.hints = {{kind, term, "list line 1"}};
    const auto finder = SpanFinder::open(options, decoding);
    EXPECT_TRUE(finder.ok()) << finder.error().message();
    return finder->find({text})->least_margin;
  };
  const float alone = margin("given", "elsewhere", "abcdefgh,kid");
  EXPECT_NE(margin("given", "Kid", "abcdefgh,kid"), alone);
  EXPECT_NE(margin("given", "Kid", "abcdefgh,kid"), margin("town", "Kid", "abcdefgh,kid"));
  decoding.hints = {{"surname", "Kid", "list line 1"}};
  const auto refused = SpanFinder::open(options, decoding);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message(),
            "--hints: list line 1: begins with none of given, town, word");
}

}  // namespace redact::label_golden_test
