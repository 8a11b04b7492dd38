// SPDX-License-Identifier: Apache-2.0
// A model with LongRoPE has two sets of rotary factors, and a length that decides between them.
// Each document is read with the set for its own length, alone or among others, and gets the same
// decisions as from a model that has only that set.
#include <gtest/gtest.h>

#include <random>

#include "tests/support/redact_texts.h"
#include "tests/support/tiny_model.h"

namespace redact {
namespace {

constexpr uint32_t kSwitch = 2000;  // tokens
constexpr uint32_t kContext = 8192;
constexpr float kShort = 1, kLong = 3;

// Writes a model with these factors below and above the switch. Returns its path.
std::string write_model(float below, float above, uint32_t n_context = kContext) {
  testing::TinyModel model;
  model.architecture = model.family = "phi3";
  model.seed = 11;
  model.n_context = n_context;
  model.extra = [](testing::VocabBuilder& file) {
    file.id_key("phi3.rope.scaling.original_context_length", kSwitch);
  };
  for (const auto& [name, factor] :
       {std::pair{"rope_factors_short.weight", below}, {"rope_factors_long.weight", above}}) {
    model.added[name] = {testing::TinyModel::kWidth / 2 / 2};
    model.filled[name] = factor;
  }
  return model.write("long-rope-" + std::to_string(below) + "-" + std::to_string(above) + ".gguf");
}

std::vector<Result<Redaction>> try_redact(const std::string& path,
                                          const std::vector<std::string>& documents,
                                          size_t max_sequences, float bias, size_t context) {
  const Policy policy = *Policy::open("italian-clinical");
  ModelOptions options;
  DecodingOptions decoding;
  options.model_path = path;
  decoding.prompt.task = PromptTask::kTags;
  decoding.prompt.tags = prompt_tags(PromptTask::kTags, policy);
  decoding.prompt.chat_template = "chatml";
  decoding.prompt.language = "en";
  decoding.prompt.instruction = std::string(REDACT_SOURCE_DIR) + "/tests/program/short_prompt.txt";
  decoding.bias = bias;
  options.context = context;
  options.max_sequences = max_sequences;
  return testing::redact_texts(options, decoding, policy, documents);
}

std::vector<Redaction> redact(const std::string& path, const std::vector<std::string>& documents,
                              size_t max_sequences) {
  std::vector<Redaction> out;
  for (auto& result : try_redact(path, documents, max_sequences, -4, kContext)) {
    EXPECT_TRUE(result.ok()) << result.error().message();
    out.push_back(std::move(result.value()));
  }
  return out;
}

std::string random_text(size_t n, std::mt19937& random) {
  std::string text;
  for (size_t i = 0; i < n; ++i) text += "abcdefghij  .\n"[random() % 14];
  return text;
}

bool same(const Redaction& a, const Redaction& b) {
  if (a.output != b.output || a.entities.size() != b.entities.size()) return false;
  for (size_t i = 0; i < a.entities.size(); ++i) {
    if (a.entities[i].span.score != b.entities[i].span.score) return false;
  }
  return true;
}

TEST(LongRopeDocuments, EachIsReadWithTheFactorsOfItsLength) {
  std::mt19937 random(3);
  std::vector<std::string> documents;
  std::vector<bool> is_long;
  for (int i = 0; i < 7; ++i) {
    is_long.push_back(i % 3 == 1);
    documents.push_back(random_text(is_long.back() ? 700 : 60 + random() % 100, random));
  }
  const std::string both = write_model(kShort, kLong);
  const auto together = redact(both, documents, 5);
  const auto by_short = redact(write_model(kShort, kShort), documents, 5);
  const auto by_long = redact(write_model(kLong, kLong), documents, 5);
  size_t n_told_apart[2] = {};
  for (size_t i = 0; i < documents.size(); ++i) {
    EXPECT_TRUE(same(together[i], redact(both, {documents[i]}, 1)[0])) << i;
    EXPECT_TRUE(same(together[i], is_long[i] ? by_long[i] : by_short[i])) << i;
    if (!same(by_long[i], by_short[i])) ++n_told_apart[is_long[i]];
  }
  EXPECT_GT(n_told_apart[false], 1u);
  EXPECT_GT(n_told_apart[true], 0u);
}

// A short text stays below the switch, so a longer context helps it only up to the switch.
TEST(LongRopeDocuments, AdviseALongerContextWhereItHelps) {
  struct Case {
    uint32_t most, context;  // of the model, and as requested
    size_t n_bytes;
    const char* full;  // the number of tokens in the text
    const char* advice;
  };
  constexpr const char *kContextHelps = "a longer context (-c)", *kBiasHelps = "a lower --bias";
  for (const Case& each : {Case{8192, 1900, 140, "1900 tokens", kContextHelps},
                           Case{8192, kSwitch, 140, "2000 tokens", kBiasHelps},
                           Case{8192, 8192, 140, "2000 tokens", kBiasHelps},
                           Case{8192, 6000, 1000, "6000 tokens", kContextHelps},
                           Case{6000, 6000, 1000, "6000 tokens", kBiasHelps}}) {
    std::mt19937 random(3);
    const auto result =
        std::move(try_redact(write_model(kShort, kLong, each.most),
                             {random_text(each.n_bytes, random)}, 1, 20, each.context)
                      .front());
    ASSERT_FALSE(result.ok()) << each.context;
    const std::string message = result.error().message();
    EXPECT_EQ(result.error().kind, ErrorKind::kExhausted);
    EXPECT_NE(message.find(each.full), std::string::npos) << message;
    EXPECT_NE(message.find(each.advice), std::string::npos) << message;
    EXPECT_EQ(message.find(each.advice == kBiasHelps ? kContextHelps : kBiasHelps),
              std::string::npos)
        << message;
  }
}

}  // namespace
}  // namespace redact
