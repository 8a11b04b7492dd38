// SPDX-License-Identifier: Apache-2.0
// A SentencePiece vocabulary of a few tokens: the leading space, user-defined tokens, bytes.
#include <gtest/gtest.h>

#include <random>

#include "tests/support/vocab_builder.h"

namespace redact::spm_test {

using testing::VocabBuilder;
using Ids = std::vector<int32_t>;
using Bytes = std::vector<uint32_t>;

constexpr int32_t kFirstByte = 3, kMark = 259, kA = 260, kB = 261, kAb = 262, kMarkAb = 263;

// Ids 0..2 are specials, then the bytes, then pieces; a higher score merges first.
VocabBuilder vocab() {
  VocabBuilder b;
  b.text_key("tokenizer.ggml.model", "llama");
  b.add("<unk>", TokenType::kUnknown);
  b.add("<s>", TokenType::kControl);
  b.add("</s>", TokenType::kControl);
  b.add_bytes();
  b.add("\xe2\x96\x81", TokenType::kNormal, -3);
  b.add("a", TokenType::kNormal, -4);
  b.add("b", TokenType::kNormal, -5);
  b.add("ab", TokenType::kNormal, -1);
  b.add(
      "\xe2\x96\x81"
      "ab",
      TokenType::kNormal, -2);
  b.id_key("tokenizer.ggml.unknown_token_id", 0);
  b.id_key("tokenizer.ggml.bos_token_id", 1);
  b.id_key("tokenizer.ggml.eos_token_id", 2);
  return b;
}

std::unique_ptr<Tokenizer> load(const VocabBuilder& builder) {
  auto tokenizer = builder.load();
  EXPECT_TRUE(tokenizer.ok()) << tokenizer.error().message();
  return std::move(*tokenizer);
}

TEST(Spm, SpaceGoesInFrontOfATextButNotOfAContinuation) {
  const auto tokenizer = load(vocab());
  const auto tokens = *tokenizer->tokenize("ab");
  EXPECT_EQ(tokens.ids, Ids{kMarkAb});
  EXPECT_EQ(tokens.begin, Bytes{0});
  EXPECT_EQ(tokens.end, Bytes{2});
  EXPECT_EQ(tokenizer->tokenize_continuation("ab")->ids, Ids{kAb});
  EXPECT_EQ(tokenizer->tokenize_continuation(" ab")->ids, Ids{kMarkAb});
  const auto bare = *tokenizer->tokenize("ba");  // nothing to merge the space with
  EXPECT_EQ(bare.ids, (Ids{kMark, kB, kA}));
  EXPECT_EQ(bare.end, (Bytes{0, 1, 2}));
  EXPECT_TRUE(tokenizer->tokenize("")->ids.empty());
}

TEST(Spm, FileMaySayThatNoSpaceGoesInFront) {
  VocabBuilder b = vocab();
  b.bool_key("tokenizer.ggml.add_space_prefix", false);
  EXPECT_EQ(load(b)->tokenize("ab")->ids, Ids{kAb});
}

// Gemma's vocabulary has tokens for several spaces and for HTML elements; these tokens are text.
TEST(Spm, UserDefinedTextIsMatchedWholeAndMarkupIsNot) {
  VocabBuilder b = vocab();
  b.bool_key("tokenizer.ggml.add_space_prefix", false);
  const auto first = static_cast<int32_t>(b.tokens.size());
  for (const char* text : {"  ", "   ", "\n\n", "<b>", "</table>", "<s>a", "<mask>"}) {
    b.add(text, TokenType::kUserDefined, -1000);
  }
  const auto tokenizer = load(b);
  const auto tokens = *tokenizer->tokenize("a   ab\n\n<b></table>");
  EXPECT_EQ(tokens.ids, (Ids{kA, first + 1, kAb, first + 2, first + 3, first + 4}));
  EXPECT_EQ(tokens.end, (Bytes{1, 4, 6, 8, 11, 19}));
  EXPECT_NE(tokenizer->tokenize("<mask>")->ids, Ids{first + 6});
  EXPECT_EQ(tokenizer->special_id("<mask>"), first + 6);
}

// "</s>" is HTML in Gemma's vocabulary; in others it ends a sequence, whatever its type.
TEST(Spm, TheMarksOfSequencesAreNoHtml) {
  VocabBuilder b = vocab();
  b.tokens[2].type = TokenType::kUserDefined;  // as in Phi-3, where <s> is a control token
  EXPECT_NE(load(b)->tokenize_continuation("</s>")->ids, Ids{2});
  b.tokens[1].type = TokenType::kUserDefined;
  EXPECT_EQ(load(b)->tokenize_continuation("</s>")->ids, Ids{2});
}

TEST(Spm, InvalidBytesAreByteTokensAndTheSpaceStandsOnceInFront) {
  const auto tokenizer = load(vocab());
  EXPECT_EQ(tokenizer
                ->tokenize("ab\xff"
                           "ab")
                ->ids,
            (Ids{kMarkAb, kFirstByte + 0xff, kAb}));
  EXPECT_EQ(tokenizer
                ->tokenize("\xff"
                           "ab")
                ->ids,
            (Ids{kMark, kFirstByte + 0xff, kAb}));
  EXPECT_EQ(tokenizer->tokenize_continuation("\xff")->ids, Ids{kFirstByte + 0xff});
}

TEST(Spm, CharactersWithoutATokenFallBackToTheirBytes) {
  const auto tokens = *load(vocab())->tokenize_continuation("a\xc3\xa9\n");
  EXPECT_EQ(tokens.ids, (Ids{kA, kFirstByte + 0xc3, kFirstByte + 0xa9, kFirstByte + '\n'}));
  EXPECT_EQ(tokens.end, (Bytes{1, 2, 3, 4}));
}

TEST(Spm, UserDefinedTokensHoldRawTextAndAreMatchedFirst) {
  VocabBuilder b = vocab();
  b.add("  a", TokenType::kUserDefined);
  b.add(" b", TokenType::kUserDefined);
  const auto tokenizer = load(b);
  const auto tokens = *tokenizer->tokenize("ab  ab");
  EXPECT_EQ(tokens.ids, (Ids{kMarkAb, 264, kB}));
  EXPECT_EQ(tokens.end, (Bytes{2, 5, 6}));
  EXPECT_EQ(tokenizer->token_bytes(264), "  a");
  EXPECT_EQ(tokenizer->tokenize_continuation("ab b")->ids, (Ids{kAb, 265}));
}

TEST(Spm, SpecialTokensAreFoundByTextAndNeverSpelledByIt) {
  VocabBuilder b = vocab();
  b.add("<|user|>", TokenType::kUserDefined);  // looks like markup: it becomes a control token
  b.id_key("tokenizer.ggml.eot_token_id", 264);
  const auto tokenizer = load(b);
  EXPECT_EQ(tokenizer->special_id("</s>"), 2);
  EXPECT_EQ(tokenizer->special_id("<|user|>"), 264);
  EXPECT_EQ(tokenizer->special_id("ab"), -1);
  EXPECT_EQ(Ids(tokenizer->end_ids().begin(), tokenizer->end_ids().end()), (Ids{2, 264}));
  EXPECT_TRUE(tokenizer->add_bos());
  const Ids ids = tokenizer->tokenize("</s><|user|><s><unk>")->ids;
  EXPECT_FALSE(ids.empty());
  for (const int32_t id : ids) {
    EXPECT_TRUE(id >= kFirstByte && id < 264) << id;
  }
}

TEST(Spm, PiecesOfOneScoreMergeFromTheLeft) {
  VocabBuilder b = vocab();
  b.add("ba", TokenType::kNormal, -1);  // like "ab"
  const auto tokenizer = load(b);
  EXPECT_EQ(tokenizer->tokenize_continuation("aba")->ids, (Ids{kAb, kA}));
  EXPECT_EQ(tokenizer->tokenize_continuation("bab")->ids, (Ids{264, kB}));
}

TEST(Spm, CharactersThatOnlyLongerPiecesContainMerge) {
  VocabBuilder b = vocab();
  b.add("a\xc3\xa9", TokenType::kNormal, -1);
  const auto tokens = *load(b)->tokenize_continuation("a\xc3\xa9\xc3\xa9");
  EXPECT_EQ(tokens.ids, (Ids{264, kFirstByte + 0xc3, kFirstByte + 0xa9}));
  EXPECT_EQ(tokens.end, (Bytes{3, 4, 5}));
}

TEST(Spm, PiecesMayGoOnAfterASpace) {
  VocabBuilder b = vocab();
  b.add("b\xe2\x96\x81", TokenType::kNormal, -0.5);
  b.add(
      "b\xe2\x96\x81"
      "ab",
      TokenType::kNormal, -0.7);
  const auto tokenizer = load(b);
  EXPECT_EQ(tokenizer->tokenize_continuation("ab abb ")->ids, (Ids{kA, 265, 264}));
  EXPECT_EQ(tokenizer->tokenize_continuation("a ab")->ids, (Ids{kA, kMarkAb}));
}

TEST(Spm, UnusedTokensAreNeverProduced) {
  VocabBuilder b = vocab();
  b.tokens[kAb].type = TokenType::kUnused;
  EXPECT_EQ(load(b)->tokenize_continuation("ab")->ids, (Ids{kA, kB}));
}

TEST(Spm, TokensTileRandomBytes) {
  VocabBuilder b = vocab();
  b.add(" b", TokenType::kUserDefined);
  const auto tokenizer = load(b);
  std::mt19937 random(19);
  for (int trial = 0; trial < 20000; ++trial) {
    std::string text(random() % 16, '\0');
    for (char& c : text)
      c = random() % 3 == 0 ? static_cast<char>(random()) : "ab \xc3\xa9\xe2\x96\x81"[random() % 8];
    for (const bool continues : {false, true}) {
      const auto tokens =
          *(continues ? tokenizer->tokenize_continuation(text) : tokenizer->tokenize(text));
      uint32_t reached = 0;
      for (size_t i = 0; i < tokens.ids.size(); ++i) {
        ASSERT_EQ(tokens.begin[i], reached);
        ASSERT_LE(tokens.begin[i], tokens.end[i]);
        reached = tokens.end[i];
      }
      ASSERT_EQ(reached, text.size());
    }
  }
}

}  // namespace redact::spm_test
