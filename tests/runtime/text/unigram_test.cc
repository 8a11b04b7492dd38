// SPDX-License-Identifier: Apache-2.0
// Unigram: a vocabulary of a few tokens shows each rule, and the ids and ranges of the tokenizers
// library of Hugging Face for a trained vocabulary hold all of them together
// (tests/golden/make_tokenizer_goldens.py).
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/charsmap_builder.h"
#include "tests/support/token_ranges.h"
#include "tests/support/vocab_builder.h"

namespace redact::unigram_test {

using testing::ranges;
using testing::VocabBuilder;
using Ids = std::vector<int32_t>;
using Ranges = std::vector<testing::TokenRange>;

constexpr char kMap[] = "tokenizer.ggml.precompiled_charsmap";

enum : int32_t { kBos, kEos, kUnk, kMark, kAna, kA, kN, kAn, kNa, kB, kF, kI, kMarkF, kTwo, kE };

VocabBuilder vocab(const std::map<std::string, std::string>& rules = {}) {
  VocabBuilder b;
  b.text_key("tokenizer.ggml.model", "t5");
  b.add("<s>", TokenType::kControl);
  b.add("</s>", TokenType::kControl);
  b.add("<unk>", TokenType::kUnknown);
  const std::pair<const char*, float> pieces[] = {{"\xe2\x96\x81", -3},
                                                  {"\xe2\x96\x81"
                                                   "ana",
                                                   -4},
                                                  {"a", -3},
                                                  {"n", -3},
                                                  {"an", -4},
                                                  {"na", -4},
                                                  {"b", -3},
                                                  {"f", -3},
                                                  {"i", -3},
                                                  {"\xe2\x96\x81"
                                                   "f",
                                                   -2},
                                                  {"2", -3},
                                                  {"\xc3\xa9", -3}};
  for (const auto& [piece, score] : pieces) b.add(piece, TokenType::kNormal, score);
  b.id_key("tokenizer.ggml.bos_token_id", kBos);
  b.id_key("tokenizer.ggml.eos_token_id", kEos);
  b.id_key("tokenizer.ggml.unknown_token_id", kUnk);
  if (!rules.empty()) b.file.kv(kMap, 9, testing::byte_array(testing::charsmap(rules)));
  return b;
}

std::unique_ptr<Tokenizer> load(const VocabBuilder& builder) {
  auto tokenizer = builder.load();
  EXPECT_TRUE(tokenizer.ok()) << tokenizer.error().message();
  return std::move(*tokenizer);
}

Ids ids(const std::string& text, const std::map<std::string, std::string>& rules = {}) {
  return load(vocab(rules))->tokenize(text)->ids;
}

TEST(Unigram, TheBestSumOfScoresWins) {
  EXPECT_EQ(ids("ana"), Ids{kAna});
  EXPECT_EQ(ids("anab"), (Ids{kAna, kB}));
  EXPECT_EQ(ids("ban"), (Ids{kMark, kB, kAn}));  // -4 is better than twice -3
  EXPECT_EQ(ids("f"), Ids{kMarkF});
}

// "a" + "na" is found before "an" + "a", as the last piece begins earlier.
TEST(Unigram, OfEquallyGoodWaysTheFirstStays) { EXPECT_EQ(ids("bana"), (Ids{kMark, kB, kA, kNa})); }

TEST(Unigram, UnknownCharactersInARowAreOneToken) {
  EXPECT_EQ(ids("axyza"), (Ids{kMark, kA, kUnk, kA}));
  EXPECT_EQ(ranges(*load(vocab())->tokenize("axyza")), (Ranges{{0, 0}, {0, 1}, {1, 4}, {4, 5}}));
  EXPECT_EQ(ids("a\xff\xfe"
                "a"),
            ids("axa"));
}

// Every score counts, that of the unknown token too.
TEST(Unigram, AnUnknownCharacterIsTenBelowTheLowestScore) {
  constexpr int32_t kYz = kE + 1, kW = kE + 2, kZw = kE + 3;
  VocabBuilder b = vocab();
  b.add("yz", TokenType::kNormal, -60);
  b.add("w", TokenType::kNormal, -20);
  b.add("zw", TokenType::kNormal, -1);
  EXPECT_EQ(load(b)->tokenize("yzw")->ids, (Ids{kMark, kUnk, kZw}));  // -71, not -80
  b.tokens[kUnk].score = -100;
  EXPECT_EQ(load(b)->tokenize("yzw")->ids, (Ids{kMark, kYz, kW}));  // -80, not -111
}

TEST(Unigram, WhiteSpacePartsWordsAndIsNoToken) {
  const Ids want = {kAna, kAna};
  for (const char* text : {"ana ana", "  ana \n ana ", "ana\tana",
                           "ana\xc2\xa0"
                           "ana",
                           "ana\xc2\x85"
                           "ana",
                           "ana\xe3\x80\x80"
                           "ana",
                           "ana\xe2\x96\x81"
                           "ana"}) {
    EXPECT_EQ(ids(text), want) << text;
  }
}

// DeBERTa-v3's rule: white space in a row and tabs and ends of lines are spaces, and at the end of
// a text they are nothing. Other white space is a character of its word.
TEST(Unigram, DebertaKeepsLoneWhiteSpaceInAWord) {
  VocabBuilder b = vocab();
  b.text_key("tokenizer.ggml.pre", "deberta-v2");
  const auto tokenizer = load(b);
  const std::string lone = "ana\xc2\xa0";
  for (const std::string text : {"ana ana", " ana\tana ", "ana \xc2\xa0\nana\xc2\xa0"}) {
    EXPECT_EQ(tokenizer->tokenize(text)->ids, (Ids{kAna, kAna})) << text;
  }
  EXPECT_EQ(tokenizer->tokenize(lone + "ana\x0b")->ids, (Ids{kAna, kUnk, kA, kNa}));
  EXPECT_EQ(ranges(*tokenizer->tokenize(lone + "b")), (Ranges{{0, 3}, {3, 5}, {5, 6}}));
}

TEST(Unigram, OtherRulesForWordsAreRefused) {
  VocabBuilder b = vocab();
  b.text_key("tokenizer.ggml.pre", "default");
  EXPECT_TRUE(b.load().ok());
  b = vocab();
  b.text_key("tokenizer.ggml.pre", "other");
  EXPECT_EQ(b.load().error().message(), "tokenizer.ggml.pre: unsupported pre-tokenizer other");
}

TEST(Unigram, TokensTileTheText) {
  const auto tokenizer = load(vocab({{"\xef\xac\x81", "fi"}}));
  // The space belongs to the word behind it, or to its mark; that up to a line's end to the token
  // before.
  EXPECT_EQ(ranges(*tokenizer->tokenize(" ana  b\n\n ana ")),
            (Ranges{{0, 4}, {4, 6}, {6, 9}, {9, 14}}));
  // The first piece of a character has its bytes.
  EXPECT_EQ(tokenizer->tokenize("b\xef\xac\x81")->ids, (Ids{kMark, kB, kF, kI}));
  EXPECT_EQ(ranges(*tokenizer->tokenize("b\xef\xac\x81")),
            (Ranges{{0, 0}, {0, 1}, {1, 4}, {4, 4}}));
  // e and an accent apart are one character.
  EXPECT_EQ(tokenizer
                ->tokenize("be\xcc\x81"
                           "b")
                ->ids,
            (Ids{kMark, kB, kE, kB}));
  EXPECT_EQ(ranges(*tokenizer->tokenize("be\xcc\x81"
                                        "b")),
            (Ranges{{0, 0}, {0, 1}, {1, 4}, {4, 5}}));
}

TEST(Unigram, TheLongestRuleOfTheMapReplaces) {
  const std::map<std::string, std::string> rules = {{"x", "a"}, {"xy", "b"}, {"xyzz", "n"},
                                                    {"q", ""},  {"_", " "},  {"~", " a b "}};
  EXPECT_EQ(ids("bxyz", rules), (Ids{kMark, kB, kB, kUnk}));
  EXPECT_EQ(ids("bxyzz", rules), (Ids{kMark, kB, kN}));
  EXPECT_EQ(ids("bxb", rules), (Ids{kMark, kB, kA, kB}));
  EXPECT_EQ(ids("qbqbq", rules), (Ids{kMark, kB, kB}));
  EXPECT_EQ(ids("b_b", rules), ids("b b"));
  EXPECT_EQ(ids("2~2", rules), ids("2 a b 2"));
  // Dropped characters belong to the character before them.
  EXPECT_EQ(ranges(*load(vocab(rules))->tokenize("bqb")), (Ranges{{0, 0}, {0, 2}, {2, 3}}));
}

TEST(Unigram, ATextWithoutWordsIsOneUnknownToken) {
  const auto tokenizer = load(vocab());
  EXPECT_EQ(tokenizer->tokenize(" \n ")->ids, Ids{kUnk});
  EXPECT_EQ(ranges(*tokenizer->tokenize(" \n ")), (Ranges{{0, 3}}));
  EXPECT_TRUE(tokenizer->tokenize("")->ids.empty());
}

// P6
TEST(Unigram, SpecialTokensInTextAreText) {
  for (const char* text : {"<s>", "</s>", "<unk>"}) {
    for (const int32_t id : ids(text)) EXPECT_NE(id, kBos) << text;
    EXPECT_NE(ids(text).front(), kEos) << text;
    EXPECT_EQ(ids(text).front(), kMark) << text;
  }
}

TEST(Unigram, AWordOfAMillionBytesTakesLinearTime) {
  const auto tokenizer = load(vocab());
  EXPECT_EQ(tokenizer->tokenize(std::string(1'000'000, 'b'))->ids.size(), 1'000'001u);
  EXPECT_EQ(tokenizer->tokenize(std::string(1'000'000, 'x'))->ids, (Ids{kMark, kUnk}));
}

TEST(Unigram, OtherTreatmentsOfSpacesAreRefused) {
  for (const char* key :
       {"tokenizer.ggml.add_space_prefix", "tokenizer.ggml.remove_extra_whitespaces"}) {
    VocabBuilder b = vocab();
    b.bool_key(key, false);
    EXPECT_EQ(b.load().error().message(), std::string(key) + ": supported is true");
  }
}

TEST(Unigram, BrokenMapsAreRefusedByTheirKey) {
  const std::string good = testing::charsmap({{"x", "a"}, {"xy", "b"}});
  const auto unit = [&](size_t i, uint32_t value) {
    std::string out = good;
    return out.replace(4 + 4 * i, 4, testing::GgufBuilder::raw(value));
  };
  const auto size = [&](uint32_t value) {
    std::string out = good;
    return out.replace(0, 4, testing::GgufBuilder::raw(value));
  };
  const auto message = [](const std::string& bytes) {
    VocabBuilder b = vocab();
    b.file.kv(kMap, 9, testing::byte_array(bytes));
    const auto loaded = b.load();
    return loaded.ok() ? std::string() : loaded.error().message();
  };
  EXPECT_EQ(message(good), "");
  const std::string no_array = ": is not a double array with replacements behind it";
  for (const std::string& bytes :
       {std::string(), std::string("abc"), good.substr(0, 4), size(0), size(6), size(1u << 31),
        size(static_cast<uint32_t>(good.size()) - 4), good + "a"}) {
    EXPECT_EQ(message(bytes), kMap + no_array);
  }
  const std::string outside = ": has a node outside its double array";
  EXPECT_EQ(message(unit(0, 0xfffffc00)), kMap + outside);
  EXPECT_EQ(message(unit(300, 0x7ffffe00)), kMap + outside);
  // The block of "xy" is the last; its leaf is the first unit there.
  const size_t n_units = (good.size() - 4 - std::string("a\0b\0", 4).size()) / 4;
  EXPECT_EQ(message(unit(n_units - 256, 0x80000004)),
            kMap + std::string(": has a replacement outside its list"));
}

TEST(Unigram, AgreesWithTheLibraryOnATrainedVocabulary) {
  std::ifstream file(REDACT_SOURCE_DIR "/tests/golden/tokenizer-unigram.json");
  const auto golden = nlohmann::json::parse(file);
  VocabBuilder b;
  b.text_key("tokenizer.ggml.model", "t5");
  const auto& vocabulary = golden.at("vocabulary");
  for (size_t i = 0; i < vocabulary.size(); ++i) {
    const TokenType type = i == 3  ? TokenType::kUnknown
                           : i < 3 ? TokenType::kControl
                                   : TokenType::kNormal;
    b.add(vocabulary[i][0], type, vocabulary[i][1]);
  }
  b.id_key("tokenizer.ggml.unknown_token_id", 3);
  const auto map = golden.at("charsmap").get<std::vector<uint8_t>>();
  b.file.kv(kMap, 9, testing::byte_array(std::string(map.begin(), map.end())));
  const auto tokenizer = load(b);
  EXPECT_GT(golden.at("texts").size(), 200u);
  for (const auto& row : golden.at("texts")) {
    const TokenizedText tokens = *tokenizer->tokenize(row[0].get<std::string>());
    if (row[1].empty()) continue;  // white space alone
    EXPECT_EQ(tokens.ids, row[1].get<Ids>()) << row[0].dump();
    testing::expect_holds(tokens, row[2].get<Ranges>(), row[0].dump());
  }
}

}  // namespace redact::unigram_test
