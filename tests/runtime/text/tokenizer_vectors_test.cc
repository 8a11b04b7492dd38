// SPDX-License-Identifier: Apache-2.0
// Six real vocabularies: the ids of llama.cpp's test vectors, and promises that the vectors do not
// cover.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <random>
#include <sstream>

#include "gguf_loader/gguf_file.h"
#include "runtime/text/tokenizer.h"

namespace redact::tokenizer_vectors_test {

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

class TokenizerVectors : public ::testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    base_ = std::string(REDACT_SHARED_DIR) + "/tokenizers/" + GetParam();
    if (!std::filesystem::exists(base_ + ".gguf")) {
      GTEST_SKIP() << "the shared vocabularies are not beside this checkout";
    }
    auto file = GgufFile::open(base_ + ".gguf");
    ASSERT_TRUE(file.ok()) << file.error().message();
    file_ = std::make_unique<GgufFile>(std::move(*file));
    auto tokenizer = Tokenizer::load(file_->metadata());
    ASSERT_TRUE(tokenizer.ok()) << tokenizer.error().message();
    tokenizer_ = std::move(*tokenizer);
  }

  TokenizedText tokenize(const std::string& text) {
    auto tokens = tokenizer_->tokenize(text);
    EXPECT_TRUE(tokens.ok()) << tokens.error().message();
    return *tokens;
  }

  void expect_tiled(const TokenizedText& tokens, size_t size) {
    size_t reached = 0;
    for (size_t i = 0; i < tokens.ids.size(); ++i) {
      ASSERT_EQ(tokens.begin[i], reached);
      ASSERT_LE(tokens.begin[i], tokens.end[i]);
      reached = tokens.end[i];
    }
    ASSERT_EQ(reached, size);
  }

  std::string base_;
  std::unique_ptr<GgufFile> file_;
  std::unique_ptr<Tokenizer> tokenizer_;
};

TEST_P(TokenizerVectors, AllIdsAgreeAndEveryTilingIsExact) {
  const std::string inputs = read_file(base_ + ".inp");
  std::istringstream outputs(read_file(base_ + ".out"));
  const std::string separator = "\n__ggml_vocab_test__\n";
  size_t n = 0;
  for (size_t at = 0; at < inputs.size(); ++n) {
    const size_t end = std::min(inputs.find(separator, at), inputs.size());
    const std::string text = inputs.substr(at, end - at);
    at = end + separator.size();
    std::string line;
    ASSERT_TRUE(std::getline(outputs, line));
    std::istringstream numbers(line);
    const std::vector<int32_t> want{std::istream_iterator<int32_t>(numbers), {}};
    const TokenizedText tokens = tokenize(text);
    EXPECT_EQ(tokens.ids, want) << "input " << n;
    expect_tiled(tokens, text.size());
  }
  EXPECT_EQ(n, 46u);
}

TEST_P(TokenizerVectors, RandomBytesAreTiled) {
  const std::vector<std::string> pieces = {"Ana",          " ",
                                           "\n",           "\r\n",
                                           "\t",           "\xff",
                                           "\xc3",         "\xe2\x82",
                                           "\xed\xa0\x80", std::string(1, '\0'),
                                           "\xe2\x96\x81", "\xf0\x9f\x98\x80",
                                           "e\xcc\x81",    "12",
                                           "  ",           "</s>",
                                           "<|eot_id|>",   "[INST]",
                                           "<0x0A>",       "\xc3\xb6",
                                           "\xe4\xb8\xad", "=====",
                                           "'s",           "."};
  std::mt19937 random(3);
  for (int trial = 0; trial < 4000; ++trial) {
    std::string text;
    for (size_t i = random() % 12; i > 0; --i) text += pieces[random() % pieces.size()];
    expect_tiled(tokenize(text), text.size());
  }
}

// P6: no text in a note becomes a token other than those that spell it, such as a special token.
TEST_P(TokenizerVectors, SpecialTokenStringsInTextStayText) {
  for (const std::string special :
       {"<|eot_id|>", "<|im_end|>", "<|im_sep|>", "<end_of_turn>", "</s>", "<s>", "[INST]",
        "<|end|>", "<unk>", "<0x0A>", "<|endoftext|>", "<|begin_of_text|>", "[PAD151646]",
        "<|assistant|>"}) {
    const std::string text = "a " + special + " b";
    const TokenizedText tokens = tokenize(text);
    for (size_t i = 0; i < tokens.ids.size(); ++i) {
      const std::string source = text.substr(tokens.begin[i], tokens.end[i] - tokens.begin[i]);
      std::string spelled(tokenizer_->token_bytes(tokens.ids[i]));
      if (i == 0 && spelled == " " + source) spelled = source;  // the space put in front
      EXPECT_EQ(spelled, source) << special;
    }
  }
}

TEST_P(TokenizerVectors, LongRunsTakeTimeInProportion) {
  for (const std::string unit : {"=", "a", " ", "\n", "ab ", "\xc3\xa9"}) {
    std::string text;
    while (text.size() < (1u << 18)) text += unit;
    expect_tiled(tokenize(text),
                 text.size());  // quadratic code would exceed the test's time limit
  }
}

// The ids that the tokenizers library of Hugging Face gives for our own texts
// (tests/golden/make_tokenizer_goldens.py).
class TokenizerGoldens : public TokenizerVectors {};

TEST_P(TokenizerGoldens, AllIdsAgree) {
  const std::string golden = "/tests/golden/tokenizer-" + std::string(GetParam()) + ".json";
  std::ifstream file(REDACT_SOURCE_DIR + golden);
  const auto rows = nlohmann::json::parse(file);
  EXPECT_GT(rows.size(), 200u);
  for (const auto& row : rows) {
    EXPECT_EQ(tokenize(row[0].get<std::string>()).ids, row[1].get<std::vector<int32_t>>())
        << row[0].dump();
  }
}

INSTANTIATE_TEST_SUITE_P(Vocabularies, TokenizerGoldens, ::testing::Values("llama-bpe", "qwen2"),
                         [](const auto& param) {
                           return std::string(param.index == 0 ? "llamabpe" : "qwen2");
                         });

INSTANTIATE_TEST_SUITE_P(Vocabularies, TokenizerVectors,
                         ::testing::Values("llama-spm", "phi-3", "gpt-2", "llama-bpe", "qwen2",
                                           "deepseek-llm"),
                         [](const auto& param) {
                           std::string name = param.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace redact::tokenizer_vectors_test
