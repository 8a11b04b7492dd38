// SPDX-License-Identifier: Apache-2.0
#include "runtime/text/pretokenize.h"

#include <gtest/gtest.h>

#include <string>

namespace redact {
namespace {

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

// A backtracking regex overflows its stack on such a line.
TEST(SplitWords, OneMebibyteOfOneCharacterIsOneWord) {
  EXPECT_EQ(split_words(SplitRule::kGpt2, std::string(1 << 20, '=')).size(), 1u);
  EXPECT_EQ(split_words(SplitRule::kLlamaBpe, std::string(1 << 20, '\n')).size(), 1u);
}

}  // namespace
}  // namespace redact
