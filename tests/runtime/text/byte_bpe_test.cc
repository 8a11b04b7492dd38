// SPDX-License-Identifier: Apache-2.0
// Byte-level BPE vocabularies of a few tokens: the effects of tokenizer.ggml.pre, bytes without a
// token, special tokens.
#include <gtest/gtest.h>

#include <random>

#include "tests/support/vocab_builder.h"

namespace redact::byte_bpe_test {

using testing::VocabBuilder;
using Ids = std::vector<int32_t>;

// GPT-2's printable character for a byte, as UTF-8 of one or two bytes.
std::string byte_text(int byte) {
  const auto prints = [](int b) {
    return (b >= '!' && b <= '~') || (b >= 0xa1 && b <= 0xac) || (b >= 0xae && b <= 0xff);
  };
  int point = byte;
  if (!prints(byte)) {
    point = 0x100;
    for (int b = 0; b < byte; ++b) point += prints(b) ? 0 : 1;
  }
  if (point < 0x80) return std::string(1, static_cast<char>(point));
  return {static_cast<char>(0xc0 | point >> 6), static_cast<char>(0x80 | (point & 0x3f))};
}

constexpr int32_t kBos = 256, kEnd = 257, kTurn = 258, kWord = 259;

// Ids 0..255 are the bytes; then specials; then "abc", which no merge makes, and "??".
VocabBuilder vocab(std::string_view pre) {
  VocabBuilder b;
  b.text_key("tokenizer.ggml.model", "gpt2");
  if (!pre.empty()) b.text_key("tokenizer.ggml.pre", pre);
  for (int byte = 0; byte < 256; ++byte) b.add(byte_text(byte));
  b.add("<|begin|>", TokenType::kControl);
  b.add("<|end|>", TokenType::kControl);
  b.add("<|turn|>", TokenType::kUserDefined);
  b.add("abc");
  b.add("??");
  b.merges = {"? ?"};
  b.id_key("tokenizer.ggml.bos_token_id", kBos);
  return b;
}

std::unique_ptr<Tokenizer> load(const VocabBuilder& builder) {
  auto tokenizer = builder.load();
  EXPECT_TRUE(tokenizer.ok()) << tokenizer.error().message();
  return std::move(*tokenizer);
}

TEST(ByteBpe, UnknownPreIsRefusedByNameEscapedAndCut) {
  EXPECT_EQ(vocab("falcon3").load().error().message(),
            "tokenizer.ggml.pre: unsupported pre-tokenizer falcon3");
  const auto broken = vocab("ke\ny\x1b" + std::string(5000, 'k')).load();
  ASSERT_FALSE(broken.ok());
  EXPECT_EQ(broken.error().kind, ErrorKind::kUnsupported);
  EXPECT_NE(broken.error().what.find("ke?y?kkk"), std::string::npos);
  EXPECT_LT(broken.error().message().size(), 150u);
  EXPECT_EQ(vocab("").load().error().message(), "tokenizer.ggml.pre: required key is missing");
}

TEST(ByteBpe, PreSaysWhetherBosGoesInFrontUnlessTheFileDoes) {
  for (const char* pre : {"llama-bpe", "llama3", "llama-v3", "tekken"}) {
    EXPECT_TRUE(load(vocab(pre))->add_bos()) << pre;
    VocabBuilder without = vocab(pre);
    without.bool_key("tokenizer.ggml.add_bos_token", false);
    EXPECT_FALSE(load(without)->add_bos()) << pre;
  }
  for (const char* pre :
       {"smollm", "starcoder", "refact", "smaug-bpe", "dbrx", "qwen2", "gpt-2", "modern-bert"}) {
    EXPECT_FALSE(load(vocab(pre))->add_bos()) << pre;
    VocabBuilder with = vocab(pre);
    with.bool_key("tokenizer.ggml.add_bos_token", true);
    EXPECT_TRUE(load(with)->add_bos()) << pre;
  }
}

TEST(ByteBpe, RobertaMayAddASpaceBeforeAText) {
  using Places = std::vector<uint32_t>;
  VocabBuilder b = vocab("roberta-bpe");
  EXPECT_EQ(load(b)->tokenize("ab")->ids, (Ids{'a', 'b'}));
  b.bool_key("tokenizer.ggml.add_space_prefix", true);
  const auto tokenizer = load(b);
  const TokenizedText tokens = *tokenizer->tokenize("ab");
  EXPECT_EQ(tokens.ids, (Ids{' ', 'a', 'b'}));
  EXPECT_EQ(tokens.begin, (Places{0, 0, 1}));
  EXPECT_EQ(tokens.end, (Places{0, 1, 2}));
  EXPECT_TRUE(tokenizer->adds_space());
  EXPECT_EQ(tokenizer->tokenize(" ab")->ids, (Ids{' ', 'a', 'b'}));
  EXPECT_EQ(tokenizer->tokenize("\nab")->ids, (Ids{' ', '\n', 'a', 'b'}));
  EXPECT_TRUE(tokenizer->tokenize("")->ids.empty());
  EXPECT_EQ(tokenizer->tokenize_continuation("ab")->ids, (Ids{'a', 'b'}));
  VocabBuilder other = vocab("gpt-2");  // files of decoders have the key, too, and do not mean it
  other.bool_key("tokenizer.ggml.add_space_prefix", true);
  EXPECT_EQ(load(other)->tokenize("ab")->ids, (Ids{'a', 'b'}));
}

TEST(ByteBpe, ModernBertComposesTextAndCutsRunsOfSpacesOutFirst) {
  VocabBuilder b = vocab("modern-bert");
  const int32_t first = static_cast<int32_t>(b.tokens.size());  // n spaces have first + n - 2
  for (size_t n = 2; n <= 24; ++n) b.add(std::string(n, ' '), TokenType::kUserDefined);
  const auto tokenizer = load(b);
  EXPECT_EQ(tokenizer->tokenize("a   b c")->ids, (Ids{'a', first + 1, 'b', ' ', 'c'}));
  EXPECT_EQ(tokenizer->tokenize(std::string(27, ' '))->ids, (Ids{first + 22, first + 1}));
  EXPECT_EQ(tokenizer->tokenize("\xc3\xa9")->ids, tokenizer->tokenize("e\xcc\x81")->ids);
}

TEST(ByteBpe, WholeWordsComeFirstWherePreSaysSo) {
  for (const char* pre : {"llama-bpe", "llama3", "llama-v3", "tekken"}) {
    EXPECT_EQ(load(vocab(pre))->tokenize("abc")->ids, Ids{kWord}) << pre;
  }
  for (const char* pre : {"smollm", "smaug-bpe", "dbrx", "qwen2", "gpt-2", "modern-bert"}) {
    EXPECT_EQ(load(vocab(pre))->tokenize("abc")->ids, (Ids{'a', 'b', 'c'})) << pre;
  }
}

TEST(ByteBpe, SpecialTokensAreFoundByTextAndNeverSpelledByIt) {
  VocabBuilder b = vocab("smollm");
  b.add(" and ", TokenType::kUserDefined);
  const auto tokenizer = load(b);
  EXPECT_EQ(tokenizer->special_id("<|begin|>"), kBos);
  EXPECT_EQ(tokenizer->special_id("<|turn|>"), kTurn);
  EXPECT_EQ(tokenizer->special_id(" and "), 261);
  EXPECT_EQ(tokenizer->special_id("abc"), -1);  // an ordinary token
  EXPECT_EQ(tokenizer->special_id("<|begin"), -1);
  EXPECT_EQ(tokenizer->tokenize("a and b")->ids, (Ids{'a', 261, 'b'}));
  const Ids ids = tokenizer->tokenize("<|turn|><|end|>")->ids;
  EXPECT_EQ(ids.size(), 15u);
  for (const int32_t id : ids) EXPECT_LT(id, 256);
}

TEST(ByteBpe, EndIdsAreThoseThatTheFileNamesOnceEach) {
  EXPECT_TRUE(load(vocab("smollm"))->end_ids().empty());
  VocabBuilder b = vocab("smollm");
  b.id_key("tokenizer.ggml.eos_token_id", kEnd);
  b.id_key("tokenizer.ggml.eot_token_id", kTurn);
  b.id_key("tokenizer.ggml.eom_token_id", kEnd);
  const auto tokenizer = load(b);
  EXPECT_EQ(Ids(tokenizer->end_ids().begin(), tokenizer->end_ids().end()), (Ids{kEnd, kTurn}));
  VocabBuilder outside = vocab("smollm");
  outside.id_key("tokenizer.ggml.eot_token_id", 70000);
  EXPECT_EQ(outside.load().error().where, "tokenizer.ggml.eot_token_id");
}

// SmolLM2 has no token for 0x04 or for 0xf1, which is n with tilde in Latin-1.
TEST(ByteBpe, BytesThatTheVocabularyLacksStandAsQuestionMarksAndMergeWithNothing) {
  VocabBuilder b = vocab("smollm");
  b.tokens[0x04].text = "unused-04";
  b.tokens[0xf1].text = "unused-f1";
  const auto tokenizer = load(b);
  const auto tokens = *tokenizer->tokenize("?\xf1\x04??");
  EXPECT_EQ(tokens.ids, (Ids{'?', '?', '?', 260}));
  EXPECT_EQ(tokens.begin, (std::vector<uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(tokens.end, (std::vector<uint32_t>{1, 2, 3, 5}));
}

TEST(ByteBpe, VocabularyThatLacksAByteOfOrdinaryTextIsRefused) {
  for (const int byte : std::vector<int>{'a', ' ', '\n', '?', 0x80, 0xc3, 0xf0, 0xf3}) {
    VocabBuilder b = vocab("smollm");
    b.tokens[static_cast<size_t>(byte)].text = "unused-token";
    if (byte == '?') b.merges.clear();
    const auto tokenizer = b.load();
    ASSERT_FALSE(tokenizer.ok()) << byte;
    EXPECT_EQ(tokenizer.error().what, "no token represents byte " + std::to_string(byte));
  }
}

TEST(ByteBpe, ContinuationIsTokenisedAsAnyText) {
  const auto tokenizer = load(vocab("smollm"));
  EXPECT_EQ(tokenizer->tokenize_continuation("ab?")->ids, tokenizer->tokenize("ab?")->ids);
}

TEST(ByteBpe, TokensTileRandomBytes) {
  std::mt19937 random(17);
  for (const char* pre : {"llama-bpe", "smollm", "tekken", "gpt-4o", "qwen2"}) {
    const bool composes = std::string_view(pre) == "qwen2";
    VocabBuilder b = vocab(pre);
    b.tokens[0xf1].text = "unused-f1";
    b.add(" and ", TokenType::kUserDefined);
    const auto tokenizer = load(b);
    for (int trial = 0; trial < 20000; ++trial) {
      std::string text(random() % 16, '\0');
      for (char& c : text)
        c = random() % 2 == 0 ? static_cast<char>(random()) : "ab 1?\xf1"[random() % 6];
      const auto tokens = *tokenizer->tokenize(text);
      uint32_t reached = 0;
      for (size_t i = 0; i < tokens.ids.size(); ++i) {
        ASSERT_EQ(tokens.begin[i], reached);
        // If the composed form of a character is longer than the source, its last tokens are empty.
        ASSERT_LE(tokens.begin[i] + (composes ? 0 : 1), tokens.end[i]);
        reached = tokens.end[i];
      }
      ASSERT_EQ(reached, text.size());
    }
  }
}

// Qwen's tokenizers compose the text first; each token still maps to bytes of the source.
TEST(ByteBpe, QwenComposesBeforeItSplits) {
  const auto qwen = load(vocab("qwen2")), llama = load(vocab("llama-bpe"));
  const std::string apart = "Jose\u0301 a\u0323\u0302 \u1112\u1161\u11ab";  // NFD
  const std::string together = "Jos\u00e9 \u1ead \ud55c";
  const auto tokens = *qwen->tokenize(apart);
  EXPECT_EQ(tokens.ids, qwen->tokenize(together)->ids);
  EXPECT_NE(llama->tokenize(apart)->ids, llama->tokenize(together)->ids);
  // The two bytes of U+00E9 share the three of the source.
  const std::vector<uint32_t> ends = {1, 2, 3, 4, 6, 7};
  EXPECT_EQ(std::vector<uint32_t>(tokens.end.begin(), tokens.end.begin() + 6), ends);
  EXPECT_EQ(tokens.end.back(), apart.size());
}

// Merging that scans a run again for each of its pairs would exceed the test's time limit.
TEST(ByteBpe, LongRunsTakeTimeInProportion) {
  for (const char* pre : {"llama-bpe", "smollm", "tekken", "gpt-4o", "qwen2"}) {
    const auto tokenizer = load(vocab(pre));
    for (const std::string unit : {"?", "a", "A", "1", " ", "\n", "aA", "\xcc\x81", "\xff"}) {
      std::string text;
      while (text.size() < (1u << 20)) text += unit;
      const auto tokens = *tokenizer->tokenize(text);
      EXPECT_EQ(tokens.end.back(), text.size()) << pre << unit;
    }
  }
}

}  // namespace redact::byte_bpe_test
