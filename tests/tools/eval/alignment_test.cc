// SPDX-License-Identifier: Apache-2.0
#include "tools/eval/alignment.h"

#include <gtest/gtest.h>

#include "tools/eval/corpus.h"

namespace redact::eval::alignment_test {

// The pairs of an alignment, as in "a-a b-x -c"; a gap is empty.
std::string aligned(std::u32string_view source, std::u32string_view output) {
  std::string out;
  const auto surface = [](std::u32string_view text, const std::optional<Word>& word) {
    return word ? to_utf8(text.substr(word->begin, word->end - word->begin)) : std::string();
  };
  const auto columns = align(source, output);
  for (const AlignedWords& column : columns.value()) {
    out += (out.empty() ? "" : " ") + surface(source, column.source) + "-" +
           surface(output, column.output);
  }
  return out;
}

// The results of NeedlemanWunsch().get_alignment() of string2string 0.0.152 for the lists of words.
TEST(Alignment, PairsWordsAsString2stringDoes) {
  EXPECT_EQ(aligned(U"a b c", U"a x c"), "a-a b-x c-c");
  EXPECT_EQ(aligned(U"a b c d", U"a d"), "a-a b- c- d-d");
  EXPECT_EQ(aligned(U"a  d\n", U"\ta b c d"), "a-a -b -c d-d");
  EXPECT_EQ(aligned(U"x x", U"x"), "x- x-x");
  EXPECT_EQ(aligned(U"a b", U"c"), "a- b-c");
  EXPECT_EQ(aligned(U"a b c", U"b c a"), "a- b-b c-c -a");
  EXPECT_EQ(aligned(U"p q r", U"q s p"), "p- q-q -s r-p");
  EXPECT_EQ(aligned(U"a b b c a", U"c a b"), "a- b- b- c-c a-a -b");
  EXPECT_EQ(aligned(U"", U"a"), "-a");
  EXPECT_EQ(aligned(U"a", U" "), "a-");
  EXPECT_EQ(aligned(U"", U""), "");
}

TEST(Alignment, TextsOfTooManyWordsAreNotAligned) {
  std::u32string many;
  for (int i = 0; i < 17000; ++i) many += U"w ";
  EXPECT_FALSE(align(many, many));
}

}  // namespace redact::eval::alignment_test
