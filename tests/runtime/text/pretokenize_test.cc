// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/pretokenize.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>
#include <string>

#include "tests/support/expect_within.h"

namespace redact::pretokenize_test {

std::vector<std::string> words(SplitRule rule, const std::string& text) {
  std::vector<std::string> out;
  size_t begin = 0;
  for (const size_t end : split_words(rule, text)) {
    out.push_back(text.substr(begin, end - begin));
    begin = end;
  }
  EXPECT_EQ(begin, text.size());
  return out;
}

using Words = std::vector<std::string>;

TEST(SplitWords, Gpt2KeepsTheLastSpaceWithTheNextWord) {
  EXPECT_EQ(words(SplitRule::kGpt2, "Ana  has 12.5 mg"),
            (Words{"Ana", " ", " has", " 12", ".", "5", " mg"}));
  EXPECT_EQ(words(SplitRule::kGpt2, "it's \n"), (Words{"it", "'s", " \n"}));
}

TEST(SplitWords, LlamaTakesNumbersByThreeAndQwenOneByOne) {
  EXPECT_EQ(words(SplitRule::kLlamaBpe, "28016"), (Words{"280", "16"}));
  EXPECT_EQ(words(SplitRule::kQwen2, "280"), (Words{"2", "8", "0"}));
}

TEST(SplitWords, LlamaLetsOneSymbolLeadLettersAndSymbolsTakeLineEnds) {
  EXPECT_EQ(words(SplitRule::kLlamaBpe, "(Ana) IT'S .\n\nx"),
            (Words{"(Ana", ")", " IT", "'S", " .\n\n", "x"}));
  EXPECT_EQ(words(SplitRule::kLlamaBpe, "a  \n  b"), (Words{"a", "  \n", " ", " b"}));
}

TEST(SplitWords, CombiningMarksAreNeitherLettersNorNumbers) {
  EXPECT_EQ(words(SplitRule::kGpt2, "e\xcc\x81t"), (Words{"e", "\xcc\x81", "t"}));
}

TEST(SplitWords, InvalidBytesAreSymbols) {
  EXPECT_EQ(words(SplitRule::kGpt2,
                  "a\xff\xfe"
                  "b"),
            (Words{"a", "\xff\xfe", "b"}));
}

TEST(SplitWords, DeepseekSplitsLineEndsAndIdeographs) {
  EXPECT_EQ(words(SplitRule::kDeepseekLlm, "Ana!\n\n 12\xe4\xb8\xad\xe6\x96\x87"),
            (Words{"Ana", "!", "\n", "\n", " ", "12", "\xe4\xb8\xad\xe6\x96\x87"}));
}

TEST(SplitWords, SmolLmTakesDigitsOutBeforeWhiteSpaceIsDivided) {
  EXPECT_EQ(words(SplitRule::kSmolLm, "Ana  12 mg"), (Words{"Ana", "  ", "1", "2", " mg"}));
  EXPECT_EQ(words(SplitRule::kSmolLm, "it's x\xc2\xb2"), (Words{"it", "'s", " x", "\xc2\xb2"}));
}

TEST(SplitWords, TekkenEndsAWordWhereACapitalFollowsASmallLetter) {
  EXPECT_EQ(words(SplitRule::kTekken, "McDonald (iPhone) ROMA"),
            (Words{"Mc", "Donald", " (", "i", "Phone", ")", " ROMA"}));
  EXPECT_EQ(words(SplitRule::kTekken, "it's 12"), (Words{"it", "'s", " ", "1", "2"}));
}

TEST(SplitWords, TekkenKeepsCombiningMarksInWordsAndGoesByUnicodeCase) {
  EXPECT_EQ(words(SplitRule::kTekken, "e\xcc\x81t"), (Words{"e\xcc\x81t"}));
  // Sofia in Greek capitals and small letters; \xce\xb1 is a small alpha.
  EXPECT_EQ(words(SplitRule::kTekken, "\xce\xb1\xce\xa3\xce\xbf"),
            (Words{"\xce\xb1", "\xce\xa3\xce\xbf"}));
  // A mark may end a word of capitals, so the match ends after the last mark.
  EXPECT_EQ(words(SplitRule::kTekken, "A\xcc\x81NA"), (Words{"A\xcc\x81", "NA"}));
}

TEST(SplitWords, TekkenSymbolsTakeLineEndsAndSlashes) {
  EXPECT_EQ(words(SplitRule::kTekken, "a.\n/\nb"), (Words{"a", ".\n/\n", "b"}));
}

TEST(SplitWords, Gpt4oKeepsACliticWithItsWordAndTakesNumbersByThree) {
  EXPECT_EQ(words(SplitRule::kGpt4o, "McDonald'S it's 's 28016"),
            (Words{"Mc", "Donald'S", " it's", " '", "s", " ", "280", "16"}));
}

constexpr std::pair<const char*, SplitRule> kRules[] = {{"gpt-2", SplitRule::kGpt2},
                                                        {"llama-bpe", SplitRule::kLlamaBpe},
                                                        {"qwen2", SplitRule::kQwen2},
                                                        {"smollm", SplitRule::kSmolLm},
                                                        {"tekken", SplitRule::kTekken},
                                                        {"gpt-4o", SplitRule::kGpt4o},
                                                        {"deepseek-llm", SplitRule::kDeepseekLlm}};

// Splits by the tokenizers library of Hugging Face (tests/golden/make_tokenizer_goldens.py).
TEST(SplitWords, GoldenTextsSplitAsInTheTokenizersLibrary) {
  std::ifstream file(std::string(REDACT_SOURCE_DIR) + "/tests/golden/tokenizer-splits.json");
  const auto golden = nlohmann::json::parse(file);
  size_t n_rules = 0;
  for (const auto& [name, rule] : kRules) {
    if (!golden.contains(name)) continue;
    ++n_rules;
    EXPECT_GT(golden[name].size(), 300u);
    for (const auto& row : golden[name]) {
      EXPECT_EQ(split_words(rule, row[0].get<std::string>()), row[1].get<std::vector<size_t>>())
          << name << " " << row[0].dump();
    }
  }
  EXPECT_EQ(n_rules, 4u);
}

TEST(SplitWords, WordsTileRandomBytes) {
  std::mt19937 random(11);
  const std::string likely = "aA1 \n\r\t/'s=\xcc\x81\xc3\xa9\xe2\x80\xa8\xf0\x9f\x98\x80\xff";
  for (const auto& [name, rule] : kRules) {
    for (int trial = 0; trial < 20000; ++trial) {
      std::string text(random() % 24, '\0');
      for (char& c : text) {
        c = random() % 4 == 0 ? static_cast<char>(random()) : likely[random() % likely.size()];
      }
      size_t reached = 0;
      for (const size_t end : split_words(rule, text)) {
        ASSERT_GT(end, reached) << name;
        reached = end;
      }
      ASSERT_EQ(reached, text.size()) << name;
    }
  }
}

// A backtracking regex overflows its stack on such a line. Here a mebibyte takes some 50 ms; code
// that scans a run again for each of its words would take minutes.
TEST(SplitWords, LongRunsTakeTimeInProportion) {
  const char* units[] = {"a",
                         "A",
                         "aA",
                         "1",
                         "=",
                         " ",
                         "\n",
                         " \n",
                         "'",
                         "/",
                         "\xcc\x81",
                         "\xc2\xaa",
                         "\xff",
                         "\xc2\xaa"
                         "A",
                         "/\n",
                         "\xe4\xb8\xad",
                         "a ",
                         "'s"};
  for (const auto& [name, rule] : kRules) {
    for (const std::string unit : units) {
      std::string text;
      while (text.size() < (1u << 18)) text += unit;
      SCOPED_TRACE(name + unit);
      testing::expect_within(1.25, [&] { EXPECT_EQ(split_words(rule, text).back(), text.size()); });
    }
  }
  EXPECT_EQ(split_words(SplitRule::kGpt2, std::string(1 << 20, '=')).size(), 1u);
  EXPECT_EQ(split_words(SplitRule::kLlamaBpe, std::string(1 << 20, '\n')).size(), 1u);
  EXPECT_EQ(split_words(SplitRule::kTekken, std::string(1 << 20, 'A')).size(), 1u);
}

}  // namespace redact::pretokenize_test
