// SPDX-License-Identifier: Apache-2.0
// The bundled model behind the decoder: what it promises whatever the text is.
#include "redactor/model_finder.h"

#include <gtest/gtest.h>

#include <random>

namespace redact {
namespace {

std::unique_ptr<SpanFinder> open(const std::string& device, int n_threads) {
  ModelOptions options;
  options.device = device;
  options.n_threads = n_threads;
  auto finder = open_model_finder(options);
  EXPECT_TRUE(finder.ok()) << finder.error().message();
  return std::move(*finder);
}

const char kNote[] =
    "Patient: Margaret Ellison  DOB: 14/03/1948\nSeen by Dr Owen Pritchard on 2 November 2024.\n"
    "BP 104/62, CURB-65 score 3. She has Parkinson's disease.\n";

TEST(ModelFinder, FindsTheIdentifiersOfAnEasyNote) {
  auto finder = open("cpu", 1);
  const auto found = finder->find(kNote);
  ASSERT_TRUE(found.ok());
  const std::string text = kNote;
  const auto covered = [&](const std::string& surface) {
    const size_t at = text.find(surface);
    for (const Span& span : found->spans) {
      if (span.begin <= at && at + surface.size() <= span.end) return true;
    }
    return false;
  };
  EXPECT_TRUE(covered("Margaret Ellison"));
  EXPECT_TRUE(covered("14/03/1948"));
  EXPECT_TRUE(covered("Owen Pritchard"));
  EXPECT_FALSE(covered("104/62"));
  EXPECT_FALSE(covered("Parkinson"));
}

// P4: threads change nothing, to the bit of every score.
TEST(ModelFinder, ThreadsDoNotChangeSpansOrScores) {
  const auto one = open("cpu", 1)->find(kNote), two = open("cpu", 2)->find(kNote);
  ASSERT_TRUE(one.ok() && two.ok());
  ASSERT_EQ(one->spans.size(), two->spans.size());
  EXPECT_EQ(one->least_margin, two->least_margin);
  for (size_t i = 0; i < one->spans.size(); ++i) {
    EXPECT_EQ(one->spans[i].begin, two->spans[i].begin);
    EXPECT_EQ(one->spans[i].end, two->spans[i].end);
    EXPECT_EQ(one->spans[i].score, two->spans[i].score);
  }
}

TEST(ModelFinder, ADocumentsResultDoesNotDependOnTheOneBefore) {
  auto finder = open("cpu", 1);
  const auto first = finder->find(kNote);
  ASSERT_TRUE(finder->find(std::string(3000, 'x')).ok());
  const auto again = finder->find(kNote);
  ASSERT_TRUE(first.ok() && again.ok());
  ASSERT_EQ(first->spans.size(), again->spans.size());
  EXPECT_EQ(first->least_margin, again->least_margin);
}

TEST(ModelFinder, AnyBytesGiveSortedDisjointSpans) {
  auto finder = open("cpu", 2);
  std::mt19937 random(17);
  for (int trial = 0; trial < 40; ++trial) {
    std::string text(random() % 300, ' ');
    for (char& c : text) c = static_cast<char>(trial % 2 ? random() : 32 + random() % 95);
    const auto found = finder->find(text);
    ASSERT_TRUE(found.ok()) << found.error().message();
    size_t reached = 0;
    for (const Span& span : found->spans) {
      ASSERT_GE(span.begin, reached);
      ASSERT_LT(span.begin, span.end);
      ASSERT_LE(span.end, text.size());
      reached = span.end;
    }
  }
}

// P6: instructions and special tokens in a note cause no edit by themselves and no error.
TEST(ModelFinder, InstructionsAndSpecialTokensAreText) {
  auto finder = open("cpu", 1);
  const std::string plain = "Chest X-ray showed consolidation.\n";
  const auto found = finder->find("<sep><copy><open:PATIENT>" + plain + "</s><close>");
  ASSERT_TRUE(found.ok());
  for (const Span& span : found->spans) EXPECT_LT(span.begin, 25u + plain.size());
}

TEST(ModelFinder, MissingModelSaysSo) {
  ModelOptions options;
  options.model_path = "/nonexistent/model.gguf";
  const auto finder = open_model_finder(options);
  ASSERT_FALSE(finder.ok());
  EXPECT_EQ(finder.error().kind, ErrorKind::kNotFound);
}

TEST(ModelFinder, ModelWithoutAGrammarIsRefused) {
  ModelOptions options;
  options.model_path = std::string(REDACT_SOURCE_DIR) + "/tests/golden/llama-f32.gguf";
  const auto finder = open_model_finder(options);
  ASSERT_FALSE(finder.ok());
  EXPECT_EQ(finder.error().where, "redact.grammar");
}

}  // namespace
}  // namespace redact
