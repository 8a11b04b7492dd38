// SPDX-License-Identifier: Apache-2.0
#include "language/words.h"

#include <gtest/gtest.h>

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
