// SPDX-License-Identifier: Apache-2.0
// WordPiece: a vocabulary of a few tokens shows each rule, and the ids and ranges of the tokenizers
// library of Hugging Face for trained vocabularies hold all of them together
// (tests/golden/make_tokenizer_goldens.py).
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/token_ranges.h"
#include "tests/support/vocab_builder.h"

namespace redact::wordpiece_test {

using testing::VocabBuilder;
using Ids = std::vector<int32_t>;
using Range = testing::TokenRange;
using testing::ranges;

// As files of llama.cpp store it: U+2581 begins the pieces that begin words.
std::string stored(const std::string& piece) {
  if (piece.starts_with("##")) return piece.substr(2);
  return "\xe2\x96\x81" + piece;
}

enum : int32_t {
  kPad,
  kUnk,
  kCls,
  kSep,
  kAna,
  kAn,
  kA,
  kNa,
  kB,
  kComma,
  kDot,
  kHan,
  kH,
  kAVowel,
  kN
};

VocabBuilder vocab() {
  VocabBuilder b;
  b.text_key("tokenizer.ggml.model", "bert");
  for (const char* special : {"[PAD]", "[UNK]", "[CLS]", "[SEP]"}) {
    b.add(special, TokenType::kControl);
  }
  for (const char* piece : {"ana", "an", "a", "##na", "##b", ",", ".", "\xe4\xb8\xad",
                            "\xe1\x84\x92", "##\xe1\x85\xa1", "##\xe1\x86\xab"}) {
    b.add(stored(piece));
  }
  return b;
}

std::unique_ptr<Tokenizer> load(const VocabBuilder& builder) {
  auto tokenizer = builder.load();
  EXPECT_TRUE(tokenizer.ok()) << tokenizer.error().message();
  return std::move(*tokenizer);
}

Ids ids(const std::string& text) { return load(vocab())->tokenize(text)->ids; }

TEST(WordPiece, TakesTheLongestPieceFromTheLeft) {
  EXPECT_EQ(ids("ana anab ab"), (Ids{kAna, kAna, kB, kA, kB}));
  EXPECT_EQ(ids("an anna"), (Ids{kAn, kAn, kNa}));
}

TEST(WordPiece, AWordWithAPartThatIsNoPieceIsUnknownAsAWhole) {
  EXPECT_EQ(ids("anax a"), (Ids{kUnk, kA}));
  EXPECT_EQ(ids("ana\xe2\x98\xba"), Ids{kUnk});  // a symbol splits no word
}

TEST(WordPiece, CaseAndAccentsAreFolded) {
  EXPECT_EQ(ids("\xc3\x81NA \xc3\xa1na a\xcc\x81na"), (Ids{kAna, kAna, kAna}));
}

TEST(WordPiece, PunctuationAndIdeographsAreWords) {
  EXPECT_EQ(ids("a,ana.\xe4\xb8\xad\xe4\xb8\xad"
                "a"),
            (Ids{kA, kComma, kAna, kDot, kHan, kHan, kA}));
}

TEST(WordPiece, ControlCharactersJoinTheirNeighboursAndWhiteSpaceParts) {
  EXPECT_EQ(ids("a\x0bna a\xe2\x80\x8b"
                "b a\xc2\xad"
                "b a\xff"
                "b"),
            ids("ana ab ab ab"));
  EXPECT_EQ(ids("a\tna\nna"), ids("a na na"));
  EXPECT_EQ(ids("a\xc2\xa0"
                "ana"),
            (Ids{kA, kAna}));
}

TEST(WordPiece, TokensTileTheText) {
  const auto tokenizer = load(vocab());
  // Spaces belong to the word behind them; those up to the last line end, to the token before.
  EXPECT_EQ(ranges(*tokenizer->tokenize("  a  ana \n\n anab. ")),
            (std::vector<Range>{{0, 3}, {3, 11}, {11, 15}, {15, 16}, {16, 18}}));
  // An accent apart from its letter, and a character that is dropped, belong to the letter before.
  EXPECT_EQ(ranges(*tokenizer->tokenize("a\xcc\x81 a\xff"
                                        "b")),
            (std::vector<Range>{{0, 3}, {3, 6}, {6, 7}}));
  // The first piece of a character has its bytes.
  EXPECT_EQ(tokenizer->tokenize("\xed\x95\x9c")->ids, (Ids{kH, kAVowel, kN}));
  EXPECT_EQ(ranges(*tokenizer->tokenize("\xed\x95\x9c a")),
            (std::vector<Range>{{0, 3}, {3, 3}, {3, 3}, {3, 5}}));
}

TEST(WordPiece, ATextWithoutWordsIsOneUnknownToken) {
  const auto tokenizer = load(vocab());
  for (const std::string text : {" ", "\n\n", "\xe2\x80\x8b", "\xff\xfe"}) {
    const TokenizedText tokens = *tokenizer->tokenize(text);
    EXPECT_EQ(tokens.ids, Ids{kUnk});
    EXPECT_EQ(ranges(tokens), (std::vector<Range>{{0, text.size()}}));
  }
  EXPECT_TRUE(tokenizer->tokenize("")->ids.empty());
}

TEST(WordPiece, AWordAboveAHundredCharactersIsUnknownInLinearTime) {
  VocabBuilder b = vocab();
  b.add(stored("##a"));
  const auto tokenizer = load(b);
  EXPECT_EQ(tokenizer->tokenize(std::string(100, 'a'))->ids.size(), 100u);
  EXPECT_EQ(tokenizer->tokenize(std::string(101, 'a'))->ids, Ids{kUnk});
  EXPECT_EQ(tokenizer->tokenize(std::string(1'000'000, 'a') + " a")->ids, (Ids{kUnk, kA}));
}

// P6
TEST(WordPiece, SpecialTokensInTextAreText) {
  for (const char* text : {"[CLS]", "[SEP]", "[UNK]", "[PAD]"}) {
    EXPECT_EQ(ids(text), (Ids{kUnk, kUnk, kUnk})) << text;  // bracket, word, bracket
  }
}

TEST(WordPiece, SpecialIdsComeFromTheFileOrFromTheirTexts) {
  EXPECT_EQ(load(vocab())->bos_id(), kCls);
  EXPECT_EQ(load(vocab())->eos_id(), kSep);
  VocabBuilder other = vocab();
  other.id_key("tokenizer.ggml.cls_token_id", kA);
  other.id_key("tokenizer.ggml.seperator_token_id", kB);
  EXPECT_EQ(load(other)->bos_id(), kA);
  EXPECT_EQ(load(other)->eos_id(), kB);
  VocabBuilder none;
  none.text_key("tokenizer.ggml.model", "bert");
  none.add(stored("a"));
  EXPECT_EQ(none.load().error().message(),
            "tokenizer.ggml.cls_token_id: required key is missing, and no token is [CLS]");
}

// The converter of llama.cpp marks the pieces of CamemBERT, which are marked already.
TEST(WordPiece, AVocabularyOfMarksBehindMarksIsRefused) {
  VocabBuilder b = vocab();
  for (const char* piece :
       {"le", "la", "les", "de", "du", "des", "et", "est", "en", "un", "une", "au"}) {
    b.add(stored("\xe2\x96\x81" + std::string(piece)));
  }
  EXPECT_EQ(b.load().error().message(),
            "tokenizer.ggml.tokens: are those of a Unigram vocabulary, converted as WordPiece");
}

TEST(WordPiece, AVocabularyWithCapitalsIsCasedUnlessTheFileSaysOtherwise) {
  VocabBuilder cased = vocab();
  cased.add(stored("Ana"));
  const int32_t capital = kN + 1;
  EXPECT_EQ(load(cased)->tokenize("Ana ana \xc3\x81na")->ids, (Ids{capital, kAna, kUnk}));
  VocabBuilder lower = cased;
  lower.bool_key("tokenizer.ggml.normalizer.lowercase", true);
  EXPECT_EQ(load(lower)->tokenize("Ana \xc3\x81na")->ids, (Ids{kAna, kAna}));
  lower.bool_key("tokenizer.ggml.normalizer.strip_accents", false);
  EXPECT_EQ(load(lower)->tokenize("Ana \xc3\x81na")->ids, (Ids{kAna, kUnk}));
}

TEST(WordPiece, AgreesWithTheLibraryOnTrainedVocabularies) {
  std::ifstream file(REDACT_SOURCE_DIR "/tests/golden/tokenizer-wordpiece.json");
  const auto golden = nlohmann::json::parse(file);
  ASSERT_EQ(golden.size(), 2u);
  for (const auto& [name, each] : golden.items()) {
    VocabBuilder b;
    b.text_key("tokenizer.ggml.model", "bert");
    for (const std::string piece : each.at("vocabulary")) {
      const bool special = piece.size() > 1 && piece.front() == '[' && piece.back() == ']';
      b.add(special ? piece : stored(piece), special ? TokenType::kControl : TokenType::kNormal);
    }
    const auto tokenizer = load(b);
    EXPECT_GT(each.at("texts").size(), 200u);
    for (const auto& row : each.at("texts")) {
      const TokenizedText tokens = *tokenizer->tokenize(row[0].get<std::string>());
      if (row[1].empty()) continue;  // white space alone
      EXPECT_EQ(tokens.ids, row[1].get<Ids>()) << name << " " << row[0].dump();
      testing::expect_holds(tokens, row[2].get<std::vector<Range>>(), name + " " + row[0].dump());
    }
  }
}

}  // namespace redact::wordpiece_test
