// SPDX-License-Identifier: Apache-2.0
#include "language/words.h"

#include <gtest/gtest.h>

#include <random>

#include "base/utf8.h"

namespace redact::words_test {

TEST(Words, SpellingsOfOneWordFoldToOne) {
  for (const char* text : {"YILMAZ", "Yılmaz", "yilmaz", "Yilmaz", "YİLMAZ"}) {
    EXPECT_EQ(fold(text), "yilmaz") << text;
  }
  for (const char* text : {"ISPARTALI İSMAİL", "Ispartalı İsmail", "ispartali ismail"}) {
    EXPECT_EQ(squeeze(text), "ispartaliismail") << text;
  }
  EXPECT_EQ(fold("ıı"), "ii");
  EXPECT_EQ(fold("GARCÍA"), "garcia");
}

// A character above U+0800 takes the whole text the long way.
TEST(Fold, CharactersAreFoldedOneByOne) {
  std::mt19937 random(7);
  for (int trial = 0; trial < 20000; ++trial) {
    std::string text;
    for (size_t i = random() % 5; i > 0; --i)
      append_utf8(static_cast<int32_t>(random() % 0x800), text);
    ASSERT_EQ(fold(text + "€"), fold(text) + "€") << text;
  }
  EXPECT_EQ(fold("\xc3"), "\xc3");
}

TEST(Words, TurkishCapitalsKeepTheirDots) {
  EXPECT_EQ(with_case_of("AB", "Demir", "tr"), "DEMİR");
  EXPECT_EQ(with_case_of("AB", "Yıldız", "tr"), "YILDIZ");
  EXPECT_EQ(with_case_of("ab", "Ispartalı", "tr"), "ıspartalı");
  EXPECT_EQ(with_case_of("ab", "İsmail", "tr"), "ismail");
  EXPECT_EQ(with_case_of("Ab", "izmir", "tr"), "İzmir");
  EXPECT_EQ(with_case_of("AB", "Martin"), "MARTIN");
  EXPECT_EQ(with_case_of("ab", "Ines"), "ines");
}

TEST(Words, AnInitialIsTheFirstLetterBehindAnArabicArticle) {
  EXPECT_EQ(initial_of("greco"), "g");
  EXPECT_EQ(initial_of("Åsa"), "Å");
  EXPECT_EQ(initial_of("الخطيب"), "خ");
  EXPECT_EQ(initial_of("ال"), "ا");
  EXPECT_EQ(initial_of("\xff"
                       "a"),
            "\xff");
  EXPECT_EQ(initial_of(""), "");
}

}  // namespace redact::words_test
